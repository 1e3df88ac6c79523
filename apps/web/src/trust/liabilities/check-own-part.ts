import { Amount, type AssetCode } from '@candor/money'
import { checkSumPath, repeatedPlaces, type SumPathVerdict } from '@candor/rules/trust/liabilities.ts'
import type { CallResult } from '../../session/calls/call-server.ts'

export type Proof = CallResult<'liabilities'>['proof']
export type OwnLeaf = CallResult<'liabilityLeaf'>['leaves'][number]
export type OwnPartState = 'included' | 'notIncluded' | 'unsupported'

/**
 * Checks that a balance is part of the published sum, from the leaf to the root, in this browser. Without WebCrypto (pages without
 * TLS) the result is `unsupported`, never a guess.
 */
export async function checkOwnPart(
  { document }: Proof,
  leaf: OwnLeaf,
  customerId: string,
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<OwnPartState> {
  if (subtle === undefined) return 'unsupported'
  const part = document.assets.find(({ asset }) => asset === leaf.asset)
  const minors = [leaf.amount, part?.owed ?? '', ...leaf.path.map(({ amount }) => amount)].map((text) =>
    minorOf(leaf.asset, text),
  )
  const [own, owed, ...steps] = minors
  // An unreadable leaf, or one in another customer's name, does not count.
  if (leaf.customer !== customerId || own == null || owed == null || part?.root == null) return 'notIncluded'
  if (steps.includes(null)) return 'notIncluded'
  const verdict: SumPathVerdict = await checkSumPath(
    { date: document.date, asset: leaf.asset, customer: customerId, minor: own, salt: leaf.salt },
    leaf.path.map(({ side, hash }, at) => ({ side, hash, minor: steps[at] ?? -1n })),
    { minor: owed, hash: part.root },
    async (text) => hexOf(await subtle.digest('SHA-256', new TextEncoder().encode(text))),
  )
  return verdict === 'included' ? 'included' : 'notIncluded'
}

const minorOf = (asset: AssetCode, text: string): bigint | null => Amount.parse(asset, text)?.minor ?? null

const hexOf = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

type Part = Proof['document']['assets'][number]

type Place = Part['held'][number]

/**
 * True when a node confirmed the coins and the operator proved control of the address; documents from before that proof existed
 * show only the first.
 */
export const isVerified = ({ basis, control }: Place): boolean =>
  basis === 'chain' && control !== null && control !== undefined

/** Amount of a place that counts: the chain's where it is verified, otherwise the stated one, or the chain's where that is less. */
export function countedAt(asset: AssetCode, place: Place): string {
  const { stated, onChain } = place
  if (onChain === null) return stated
  if (isVerified(place)) return onChain
  const [statedMinor, onChainMinor] = [minorOf(asset, stated) ?? 0n, minorOf(asset, onChain) ?? 0n]
  return onChainMinor < statedMinor ? onChain : stated
}

export interface Cover {
  /** Sum of all places as they count, in the asset's own units. */
  readonly held: string
  /** Held ÷ owed in percent, rounded down to two digits; null where nothing is owed. */
  readonly percent: number | null
}

/** Compares the amounts held and owed of an asset. The coins of an address count once, even if it is listed under several names. */
export function coverOf({ asset, owed, held }: Part): Cover {
  const repeated = repeatedPlaces(held)
  const counted = held.filter((place) => !repeated.includes(place))
  const sum = counted.reduce((total, place) => total + (minorOf(asset, countedAt(asset, place)) ?? 0n), 0n)
  const owedMinor = minorOf(asset, owed) ?? 0n
  return {
    held: new Amount(asset, sum).toString(),
    percent: owedMinor === 0n ? null : Number((sum * 10_000n) / owedMinor) / 100,
  }
}
