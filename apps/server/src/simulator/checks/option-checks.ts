import { isOfItsContract, rollAfter } from '@candor/rules'
import { cmp, div, type Fraction, fraction, mul } from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'
import type { Settling } from './straight-prices.ts'

interface SettledRow {
  readonly id: string
  readonly mode: 'demo' | 'real'
  readonly code: string
  readonly direction: 'up' | 'down'
  readonly opened: bigint
  readonly expires: bigint
  readonly within: number
  readonly ended: bigint
  readonly open_price: bigint
  readonly result: string
}

const priceScale = 10n ** 10n

/**
 * Every option ended as the first price says that could decide about it from its end on, regardless of halts and of other acts of
 * the operator in between. Not judged: where a killed server took quotes with it, and stakes given back because a demo account was reset.
 */
export async function checkOptions(world: World): Promise<void> {
  // By clocks that were set, what came first is no longer known.
  if (world.clockOffsetMs !== 0) return
  const rows = await world.driver.statements.look<SettledRow>(
    `SELECT id::text, mode, code, direction, opened_at AS opened, expires_at AS expires, settle_within_ms AS within, closed_at AS ended,
            open_price, result FROM options_orders
      WHERE status = 'closed' AND coalesce(refund_reason, '') <> 'reset' ORDER BY sequence`,
  )
  for (const row of rows) judgeOption(world, row)
}

function judgeOption(world: World, row: SettledRow): void {
  const { id, code, mode, result } = row
  const [opened, ended] = [Number(row.opened), Number(row.ended)]
  const between = (at: number) => at >= opened && at <= ended
  if (world.kills.some(between)) return
  const expires = Number(row.expires)
  const first = world.market.straight.firstFrom(code, mode, expires)
  const mayDecide = (at: number) => at <= expires + row.within && isOfItsContract(rollAfter(code, opened), at)
  const inTime = first !== null && mayDecide(first.at) ? first : null
  const follows = resultOf(row, inTime && inSharesOf(inTime, world.market.straight.sharesAt(code, opened)))
  if (follows !== result)
    world.reportFinding(`option ${id} (${mode} ${code}) ended ${result}, and ${follows} follows`)
}

/** A price after splits in the shares an option was bought in. */
const inSharesOf = ({ mid, shares }: Settling, bought: Fraction): Fraction => mul(mid, div(shares, bought))

/** Won, lost, or the stake back at a tie or without a price in time. */
function resultOf({ direction, open_price }: SettledRow, closing: Fraction | null): string {
  const moved = closing === null ? 0 : cmp(closing, fraction(open_price, priceScale))
  if (moved === 0) return 'refunded'
  return moved > 0 === (direction === 'up') ? 'won' : 'lost'
}
