import { allMarkets } from '@candor/rules'
import type { World } from '../world.ts'

interface PositionRow {
  readonly id: string
  readonly code: string
  readonly direction: 'buy' | 'sell'
  readonly lots: bigint
  readonly price: bigint
  readonly isOpen: boolean
  readonly isPart: boolean
}

interface LimitRow {
  readonly code: string
  readonly sequence: bigint
  readonly most: bigint | null
}

/** State after a step: real-money positions that had opened by then, and the limits with the time they were first seen. */
interface Seen {
  readonly at: number
  readonly positions: ReadonlyMap<string, PositionRow>
  readonly limits: ReadonlyMap<string, LimitRow & { readonly since: number }>
}

/** An engine takes over a limit within a second, unless it lacks a connection for a while. */
const takenOverMs = 30_000
/** The price of a decision is that of the order or close to it: its spread, and quotes within the step. */
const tolerance = { numerator: 9n, denominator: 10n }
/** From lots (10^-8) × price (10^-10) to USDT's smallest unit. */
const perMinor = 10n ** 12n

const opened = `
  SELECT id::text, code, direction, lots, open_price AS price, status = 'open' AS "isOpen", part_of IS NOT NULL AS "isPart"
    FROM orders_contracts WHERE mode = 'real' AND opened_at IS NOT NULL ORDER BY sequence`
const newestLimits = `
  SELECT DISTINCT ON (code) code, sequence, most FROM orders_exposure_limits ORDER BY code, sequence DESC`

/**
 * Checks that no position with real money opened on a side that was beyond the market's exposure limit all through the step: whatever closed
 * in the step, or opened on the other side, counts as if it had come first.
 */
export class ExposureLimitChecks {
  private readonly world: World
  private before: Seen | null = null

  constructor(world: World) {
    this.world = world
  }

  async check(): Promise<void> {
    const now = await this.look()
    if (this.before !== null) for (const code of now.limits.keys()) this.judge(code, this.before, now)
    this.before = now
  }

  private async look(): Promise<Seen> {
    const { statements, time } = this.world.driver
    const at = time.now()
    const positions = await statements.look<PositionRow & Record<string, unknown>>(opened)
    const limits = await statements.look<LimitRow & Record<string, unknown>>(newestLimits)
    const sinceOf = ({ code, sequence }: LimitRow) => {
      const known = this.before?.limits.get(code)
      return known?.sequence === sequence ? known.since : at
    }
    return {
      at,
      positions: new Map(positions.map((row) => [row.id, row])),
      limits: new Map(limits.map((row) => [row.code, { ...row, since: sinceOf(row) }])),
    }
  }

  private judge(code: string, before: Seen, now: Seen): void {
    const limit = now.limits.get(code)
    const market = allMarkets.find((one) => one.code === code)
    // Rates of other currencies are not known here.
    if (limit?.most == null || market === undefined || !['USD', 'USDT'].includes(market.quoteCurrency)) return
    if (limit.since + takenOverMs > before.at) return
    const of = ({ positions }: Seen) => [...positions.values()].filter((one) => one.code === code)
    // A split makes lots of another size.
    if (of(before).some(({ id, lots }) => lots < (now.positions.get(id)?.lots ?? 0n))) return
    for (const side of ['buy', 'sell'] as const) {
      const added = of(now).filter(({ id, isPart }) => !isPart && !before.positions.has(id))
      const least = lotsOf(of(before), side) - reducedSince(of(before), now, side) - sumOf(added, other(side))
      for (const { id, price } of added.filter(({ direction }) => direction === side)) {
        const value = (least * price * market.contractSize) / perMinor
        if (value * tolerance.numerator > limit.most * tolerance.denominator)
          this.world.reportFinding(`order ${id} opened a ${side} of ${code} beyond its exposure limit`)
      }
    }
  }
}

const other = (side: 'buy' | 'sell') => (side === 'buy' ? 'sell' : 'buy')

const sumOf = (rows: readonly PositionRow[], side: 'buy' | 'sell'): bigint =>
  rows.filter(({ direction }) => direction === side).reduce((sum, { lots }) => sum + lots, 0n)

/** Net lots on a side of what is open. */
function lotsOf(rows: readonly PositionRow[], side: 'buy' | 'sell'): bigint {
  const open = rows.filter(({ isOpen }) => isOpen)
  return sumOf(open, side) - sumOf(open, other(side))
}

/** Lots of a side that were open before and are not any more. */
const reducedSince = (rows: readonly PositionRow[], { positions }: Seen, side: 'buy' | 'sell'): bigint =>
  rows
    .filter(({ isOpen, direction }) => isOpen && direction === side)
    .reduce((sum, { id, lots }) => {
      const now = positions.get(id)
      return sum + (now?.isOpen === true ? lots - now.lots : lots)
    }, 0n)
