import { decimal, fraction, mul } from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'
import { entriesOf, groupsOf, inputOf, sumOf } from './entries.ts'
import { minorOf, PublishedTerms } from './terms.ts'

interface ClosedRow {
  readonly id: string
  readonly period: string
  readonly stake: bigint
  readonly opened: bigint
  readonly result: 'won' | 'lost' | 'refunded'
}

/** The rulebook's payout on top of the stake, by seconds. */
const rulebook: Payouts = { 60: '0.75', 180: '0.78', 300: '0.80', 900: '0.82', 3600: '0.85' }
type Payouts = Readonly<Record<string, string>>

/**
 * Checks that every option brought its stake × the payout published at purchase where it won, took the stake where it lost, and nothing
 * else. Strict both ways, but for what the operator paid of a loss. `checkOptions` says which of the two it had to be.
 */
export async function checkOptionPayouts(world: World): Promise<void> {
  const rows = await world.driver.statements.look<ClosedRow>(
    `SELECT id::text, period_seconds::text AS period, stake, opened_at AS opened, result
       FROM options_orders WHERE status = 'closed' ORDER BY sequence`,
  )
  const entries = groupsOf(
    await entriesOf(world, ['option-profit', 'option-loss']),
    ({ reference }) => reference,
  )
  const covered = await coveredLosses(world)
  const published = await PublishedTerms.read(world)
  for (const { id, period, stake, opened, result } of rows) {
    const input = inputOf(world, 'buyOptions', id)
    const staked = input === null ? stake : minorOf(decimal(String(input.amount)), 'USDT')
    const wins = published
      .around('options.payouts', rulebook, Number(opened))
      .map((payouts) => (payouts as Payouts)[period] ?? '0')
      .map((rate) => minorOf(mul(fraction(staked, 1_000_000n), decimal(rate)), 'USDT'))
    const follows = { won: wins, lost: [-staked], refunded: [0n] }[result]
    const brought = sumOf(entries.get(id) ?? []) - (covered.get(id) ?? 0n)
    if (!follows.includes(brought))
      world.reportFinding(
        `option ${id} ${result} brought ${brought} for ${staked}, ${follows.join(' or ')} follows`,
      )
  }
}

/** Losses that the operator paid for who had nothing left, by what was lost with. */
async function coveredLosses({ driver }: World): Promise<Map<string, bigint>> {
  const rows = await driver.statements.look<{ reference: string; minor: bigint }>(
    `SELECT reference, sum(minor)::bigint AS minor FROM ledger_entries
      WHERE kind = 'negative-balance-protection' AND reference IS NOT NULL GROUP BY reference ORDER BY reference`,
  )
  return new Map(rows.map(({ reference, minor }) => [reference, minor]))
}
