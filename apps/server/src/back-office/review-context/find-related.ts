import { mostSharing, type RelatedAccounts, relationKinds } from '@candor/contract'
import type { Relation, ReviewPorts } from './review-ports.ts'

const mostListed = 50

/** Lists other accounts with something in common with this customer, those of the strongest relation first. */
export async function findRelated(
  { finders, accountsOf }: ReviewPorts,
  customerId: string,
): Promise<RelatedAccounts> {
  const relations = (await Promise.all(finders.map((find) => find(customerId)))).flat()
  const { found, crowded } = withoutCrowds(relations.filter(({ userId }) => userId !== customerId))
  const ordered = byAccount(found)
  const accounts = await accountsOf(ordered.slice(0, mostListed).map(([userId]) => userId))
  return {
    accounts: ordered.slice(0, mostListed).flatMap(([userId, shared]) => {
      const account = accounts.find(({ id }) => id === userId)
      return account === undefined ? [] : [{ ...account, shared: shared.map(toShared) }]
    }),
    more: ordered.length > mostListed,
    crowded,
  }
}

/** Takes out what too many accounts share to say anything of one of them. */
export function withoutCrowds(relations: readonly Relation[]): {
  readonly found: readonly Relation[]
  readonly crowded: RelatedAccounts['crowded']
} {
  const sharing = groupedBy(relations, ({ by, what }) => JSON.stringify([by, what]))
  const things = [...sharing.values()]
  const isCrowd = (thing: readonly Relation[]) =>
    new Set(thing.map(({ userId }) => userId)).size > mostSharing
  return {
    found: things.filter((thing) => !isCrowd(thing)).flat(),
    crowded: things.filter(isCrowd).flatMap(([first]) => crowdOf(first)),
  }
}

function groupedBy(
  relations: readonly Relation[],
  keyOf: (relation: Relation) => string,
): Map<string, Relation[]> {
  const groups = new Map<string, Relation[]>()
  for (const relation of relations) {
    const group = groups.get(keyOf(relation))
    if (group === undefined) groups.set(keyOf(relation), [relation])
    else group.push(relation)
  }
  return groups
}

const crowdOf = (relation: Relation | undefined): RelatedAccounts['crowded'] =>
  relation === undefined ? [] : [{ by: relation.by, what: relation.what }]

function byAccount(relations: readonly Relation[]): [string, readonly Relation[]][] {
  const accounts = [...groupedBy(relations, ({ userId }) => userId)]
  const ordered = accounts.map(([userId, shared]): [string, Relation[]] => [
    userId,
    shared.toSorted((a, b) => strengthOf(a) - strengthOf(b) || b.at.getTime() - a.at.getTime()),
  ])
  return ordered.toSorted(
    ([, [a]], [, [b]]) => strengthOf(a) - strengthOf(b) || (b?.at.getTime() ?? 0) - (a?.at.getTime() ?? 0),
  )
}

const strengthOf = (relation: Relation | undefined): number =>
  relation === undefined ? relationKinds.length : relationKinds.indexOf(relation.by)

const toShared = ({ by, what, at }: Relation) => ({ by, what, at: at.toISOString() })
