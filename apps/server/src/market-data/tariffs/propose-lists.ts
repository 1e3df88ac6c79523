import { plainRow } from '@candor/contract'
import { type ListKey, listKeys } from '@candor/contract/fees/announced-terms.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Operator } from '../../back-office/operators/operator.ts'
import { ruleOf } from '../../back-office/parameters/defaults.ts'
import type { ProposalKind } from '../../back-office/proposals/proposal-kind.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Json } from '../../platform/json.ts'
import type { TariffContext } from './propose-terms.ts'
import {
  announcedBy,
  changed,
  holds,
  issue,
  notifyAll,
  refuseEarly,
  roles,
  shownMoment,
} from './propose-terms.ts'
import { announce, announced, lockTariffs } from './tariffs-store.ts'

const listChange = z.object({ key: z.enum(listKeys), value: z.json(), from: z.number() })
type ListChange = z.output<typeof listChange>

export const isList = (key: string): key is ListKey => listKeys.some((one) => one === key)

/** The same list, in whatever order its names were written. */
const sameJson = (one: Json, other: Json): boolean => canonical(one) === canonical(other)
const canonical = (value: Json): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** A list of customers' terms: announced as a fee is, and replaced as a whole when its moment has come. */
export function listKind(context: TariffContext) {
  const last = async (db: Kysely<Schema>, key: ListKey) => {
    const rows = await announced(db, 'fee', key)
    const newest = rows.at(-1)
    const before = newest === undefined ? await context.parameters.valueIn(db, key) : newest.terms.value
    return { rows, before: before as Json }
  }
  const judge = async (db: Kysely<Schema>, { key, value, from }: ListChange): Promise<void> => {
    const { rows, before } = await last(db, key)
    await refuseEarly(context, db, from, rows)
    if (ruleOf(key)?.fits?.(value) !== true) throw issue('value', 'list')
    if (sameJson(before, value)) throw issue('value', 'unchanged')
  }
  const kind: ProposalKind<ListChange> = {
    kind: 'tariffs.list',
    roles,
    parse: (payload) => listChange.parse(payload),
    show: async (db, { key, value, from }) => {
      const { before } = await last(db, key)
      const rows = [
        plainRow('Parameter', key),
        plainRow('Before', JSON.stringify(before)),
        changed('After', JSON.stringify(value)),
      ]
      return {
        summary: `Change ${key} to ${JSON.stringify(value)}, effective ${shownMoment(from)}`,
        sections: [holds(from), { title: 'List', rows, images: [] }],
      }
    },
    judge,
    apply: async (tx, change, people) => {
      await lockTariffs(tx)
      await judge(tx, change)
      const { key, value, from } = change
      const at = context.clock.now()
      await announce(tx, { about: 'fee', name: key, terms: { value }, ...announcedBy(people), from, at })
      const noticeValues = { from: new Date(from).toISOString(), about: 'list', names: key, orders: '1' }
      await notifyAll(tx, { changeId: people.proposalId, at, code: null }, noticeValues)
    },
  }
  const propose = async (change: ListChange, reason: string, operator: Operator) => {
    await judge(context.db.query, change)
    return (await context.console.propose({ kind: kind.kind, payload: change, reason }, operator)).id
  }
  return { kind, propose }
}
