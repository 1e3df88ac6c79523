/** A value with the hash it goes into: a leaf or a node of a Merkle-sum tree. `minor` in the asset's smallest unit, never negative. */
export interface SumNode {
  readonly minor: bigint
  readonly hash: string
}

/** A sibling on the way from a leaf to the root, and its side. */
export interface SumStep extends SumNode {
  readonly side: 'left' | 'right'
}

/** Content of a customer's leaf; `salt` keeps others from guessing it. */
export interface LiabilityLeaf {
  /** Day of the proof, `YYYY-MM-DD` in UTC. */
  readonly date: string
  readonly asset: string
  /** The customer's own id: two customers can never be shown the same leaf. */
  readonly customer: string
  readonly minor: bigint
  readonly salt: string
}

/** Formats a leaf as the text that is hashed (SHA-256 over UTF-8, written in hex). */
export const liabilityLeafText = ({ date, asset, customer, minor, salt }: LiabilityLeaf): string =>
  ['candor-leaf', date, asset, customer, minor, salt].join('|')

/**
 * Formats a node as the text that is hashed: values and hashes of both children. With their sum alone, a total could be
 * understated by hiding a negative child (trust T15).
 */
export const liabilityNodeText = (left: SumNode, right: SumNode): string =>
  ['candor-node', left.minor, left.hash, right.minor, right.hash].join('|')

/**
 * Builds the tree above its leaves: `levels[0]` are the leaves, the last level holds the root alone; no leaves, no
 * levels. A node without a sibling goes up a level unchanged. Throws on a negative value: a negative liability would
 * hide another.
 */
export function buildSumTree(
  leaves: readonly SumNode[],
  sha256: (text: string) => string,
): readonly (readonly SumNode[])[] {
  const steps = sumTreeInSteps(leaves, sha256, Number.POSITIVE_INFINITY)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Builds the same tree and yields after every `perStep` hashes, so that a server can serve other requests in between. */
export function* sumTreeInSteps(
  leaves: readonly SumNode[],
  sha256: (text: string) => string,
  perStep: number,
): Generator<void, readonly (readonly SumNode[])[]> {
  if (leaves.some(({ minor }) => minor < 0n)) throw new RangeError('a liability is never negative')
  if (leaves.length === 0) return []
  const levels: (readonly SumNode[])[] = [leaves]
  for (let below = leaves; below.length > 1; ) {
    const level: SumNode[] = []
    for (let at = 0; at < below.length; at += 2) {
      level.push(parentOf(below[at] as SumNode, below[at + 1], sha256))
      if (level.length % perStep === 0) yield
    }
    levels.push(level)
    below = level
  }
  return levels
}

/** The node above a pair; a left node without a sibling is its own parent. */
function parentOf(left: SumNode, right: SumNode | undefined, sha256: (text: string) => string): SumNode {
  if (right === undefined) return left
  return { minor: left.minor + right.minor, hash: sha256(liabilityNodeText(left, right)) }
}

/** Places of the siblings from the leaf at `position` to the root of a tree of `count` leaves, lowest first. */
export function sumPathPlaces(
  count: number,
  position: number,
): readonly { readonly level: number; readonly position: number; readonly side: SumStep['side'] }[] {
  const places: { level: number; position: number; side: SumStep['side'] }[] = []
  for (let width = count, at = position, level = 0; width > 1; level += 1) {
    const sibling = at % 2 === 0 ? at + 1 : at - 1
    if (sibling < width) places.push({ level, position: sibling, side: at % 2 === 0 ? 'right' : 'left' })
    at = Math.floor(at / 2)
    width = Math.ceil(width / 2)
  }
  return places
}

/** `negative`: a sibling is below zero. `otherTotal`, `otherRoot`: the leaf is not part of the published tree. */
export type SumPathVerdict = 'included' | 'negative' | 'otherTotal' | 'otherRoot'

/**
 * Climbs from a leaf to the root with the given siblings and compares value and hash with the published ones. Runs in a
 * browser and on a command line alike: the hash function is passed in (hex SHA-256 of a UTF-8 text).
 */
export async function checkSumPath(
  leaf: LiabilityLeaf,
  path: readonly SumStep[],
  root: SumNode,
  sha256: (text: string) => Promise<string>,
): Promise<SumPathVerdict> {
  if (leaf.minor < 0n || path.some(({ minor }) => minor < 0n)) return 'negative'
  let now: SumNode = { minor: leaf.minor, hash: await sha256(liabilityLeafText(leaf)) }
  for (const step of path) {
    const [left, right] = step.side === 'left' ? [step, now] : [now, step]
    now = { minor: left.minor + right.minor, hash: await sha256(liabilityNodeText(left, right)) }
  }
  if (now.hash !== root.hash) return 'otherRoot'
  return now.minor === root.minor ? 'included' : 'otherTotal'
}

interface HeldAtAddress {
  readonly network: string | null
  readonly address: string | null
}

/** Returns the places of one asset that repeat the address of an earlier one: their coins are the same. */
export function repeatedPlaces<Place extends HeldAtAddress>(places: readonly Place[]): readonly Place[] {
  const seen = new Set<string>()
  return places.filter(({ network, address }) => {
    if (network === null || address === null) return false
    const one = `${network} ${comparedAddress(address)}`
    if (seen.has(one)) return true
    seen.add(one)
    return false
  })
}

/** Hexadecimal and bech32 addresses are the same in either case, base 58 ones are not. */
const comparedAddress = (address: string): string =>
  /^(0x|bc1|tb1)/i.test(address) ? address.toLowerCase() : address
