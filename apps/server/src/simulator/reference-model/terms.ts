import {
  bankers,
  cmp,
  decimal,
  type Fraction,
  fraction,
  mul,
} from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'

export const dayMs = 86_400_000

/** A decision is posted a moment later: a day's end so close by may or may not count. */
export const slackMs = 300_000

/** A change that was approved holds for every server within so long. */
const followedMs = 10_000
/** Clocks are set back by less than this. */
const setBackMs = 60_000

/** Decimals of each coin that the ledger keeps. */
const decimalsOf: Readonly<Record<string, number>> = { USDT: 6, DEMO: 6, BTC: 8, ETH: 9 }

export const scaleOf = (asset: string): bigint => 10n ** BigInt(decimalsOf[asset] ?? 6)

/** Rounds a number of coins to the smallest unit, a tie to the even neighbour. */
export const minorOf = (coins: Fraction, asset: string): bigint =>
  bankers(mul(coins, fraction(scaleOf(asset), 1_000_000n)))

/** The smallest and the largest that may follow from the terms; one number where there is no doubt about them. */
export interface Bounds {
  readonly least: bigint
  readonly most: bigint
}

export const boundsOf = (values: readonly bigint[]): Bounds => ({
  least: values.reduce((least, one) => (one < least ? one : least)),
  most: values.reduce((most, one) => (one > most ? one : most)),
})

export const lowest = (values: readonly Fraction[]): Fraction =>
  values.reduce((least, one) => (cmp(one, least) < 0 ? one : least))

export const highest = (values: readonly Fraction[]): Fraction =>
  values.reduce((most, one) => (cmp(one, most) > 0 ? one : most))

/** Terms that held from a moment on. */
interface Version {
  /** Epoch ms. */
  readonly from: number
}

/**
 * Picks those of a list of versions that may have held for what was decided at a moment: the one that held, and any that came in the
 * seconds before, which not every server had heard of. Where clocks were set, also those of the minute after. The first held from the beginning.
 */
export function versionsAround<One extends Version>(
  { latest }: World,
  versions: readonly One[],
  atMs: number,
): One[] {
  const clocksWereSet = latest !== 0
  const from = atMs - (clocksWereSet ? setBackMs : followedMs)
  const to = clocksWereSet ? atMs + setBackMs : atMs
  const before = versions.findLast((one) => one.from <= from) ?? versions[0]
  const since = versions.filter((one) => one.from > from && one.from <= to && one !== before)
  return before === undefined ? since : [before, ...since]
}

interface ParameterRow {
  readonly key: string
  readonly value: unknown
  readonly at: bigint
}

/** Parameters as operators published them, with the rulebook's values where they published none. */
export class PublishedTerms {
  private readonly world: World
  private readonly rows: readonly ParameterRow[]

  private constructor(world: World, rows: readonly ParameterRow[]) {
    this.world = world
    this.rows = rows
  }

  static async read(world: World): Promise<PublishedTerms> {
    return new PublishedTerms(
      world,
      await world.driver.statements.look<ParameterRow>(
        `SELECT key, value, (extract(epoch FROM changed_at) * 1000)::bigint AS at FROM parameters_values ORDER BY key, version`,
      ),
    )
  }

  /** Values of a parameter that may have held for what was decided at a moment. */
  around(key: string, rulebook: unknown, atMs: number): unknown[] {
    const own = this.rows.filter((row) => row.key === key)
    const versions = [
      { from: 0, value: rulebook },
      ...own.map(({ at, value }) => ({ from: Number(at), value })),
    ]
    return versionsAround(this.world, versions, atMs).map(({ value }) => value)
  }

  /** The same, of a rate. */
  ratesAround(key: string, rulebook: string, atMs: number): Fraction[] {
    return this.around(key, rulebook, atMs).map((value) => decimal(String(value)))
  }
}
