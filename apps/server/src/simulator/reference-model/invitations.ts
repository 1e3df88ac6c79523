import type { World } from '../world.ts'
import { dayMs } from './terms.ts'

interface Friend {
  readonly name: string
  /** Trading fees they paid while the invitation counted, by the end of yesterday, less what VIP tiers gave back of them. */
  readonly fees: bigint
  /** Share of them, in parts of 10^12. */
  readonly share: bigint
  readonly paid: bigint
  readonly payments: number
}

/** Revenue that the operator can pay commissions from; `$1`: today's beginning, epoch ms. */
const friendsText = `
  SELECT u.user_name AS name, f.fee_share AS share,
         (coalesce((SELECT sum(e.minor) FROM ledger_entries e
           WHERE e.kind = 'contract-commission' AND e.debited = a.id AND e.created_at >= to_timestamp(f.joined_at / 1000.0)
             AND e.created_at < to_timestamp(least(f.until_at, $1::bigint) / 1000.0)), 0)
        - coalesce((SELECT sum(r.rebate) FROM orders_fee_rebates r
           WHERE r.user_id = f.user_id AND extract(epoch FROM r.day) * 1000 >= f.joined_at
             AND (extract(epoch FROM r.day) + 86400) * 1000 <= least(f.until_at, $1::bigint)), 0))::bigint AS fees,
         coalesce((SELECT sum(e.minor) FROM ledger_entries e JOIN invites_commissions c ON c.id::text = e.reference
           WHERE e.kind = 'invite-commission' AND c.friend_id = f.id), 0)::bigint AS paid,
         (SELECT count(*) FROM invites_commissions c WHERE c.friend_id = f.id)::int AS payments
    FROM invites_friends f JOIN accounts_users u ON u.id = f.user_id
    LEFT JOIN ledger_accounts a ON a.owner = f.user_id::text AND a.class = 'customer' AND a.asset = 'USDT'
   ORDER BY f.sequence`

/** Checks that who invited a friend was paid their share of the friend's fees by the end of yesterday, each payment rounded down. */
export async function checkInvitations(world: World): Promise<void> {
  const { statements } = world.driver
  const today = Math.floor(world.now / dayMs) * dayMs
  const friends = await statements.look<Friend & Record<string, unknown>>(friendsText, [String(today)])
  const [house] = await statements.look<{ free: bigint }>(
    `SELECT balance - held AS free FROM ledger_accounts WHERE class = 'fee-revenue' AND asset = 'USDT'`,
  )
  for (const { name, fees, share, paid, payments } of friends) {
    const due = fees > 0n ? (fees * share) / 10n ** 12n : 0n
    if (paid > due) world.reportFinding(`invitation of ${name}: ${paid} was paid, and ${due} is due`)
    // Each payment rounds down, and less than one unit waits for further fees.
    const missing = due - paid - BigInt(payments)
    if (missing > 0n && (house?.free ?? 0n) >= due - paid)
      world.reportFinding(`invitation of ${name}: ${paid} was paid in ${payments} parts, and ${due} is due`)
  }
}
