import type { World } from '../world.ts'

const day = 24 * 3_600_000
/** A case whose turn failed is set aside for at most ten minutes. */
const asideMost = 11 * 60_000
/** Jobs come every few seconds; what is due longer than this has been forgotten. */
const lateMs = 60_000

/**
 * Finds overdue cases that move by themselves: options, orders with an end, plans, savings, loans, rebates, auctions, announced fees, splits and
 * dividends, proposals, invitations to operate, letters and notices, accounts to erase, files nobody claimed. No caller acts meanwhile and
 * nothing fails, so each has had its turn. What the chain shows is looked at below, nights in `night-checks.ts`, promises of free money in
 * `promise-checks.ts`, commissions for invitations in `reference-model/`. `$1`: due before this moment.
 */
const overdue = `
  SELECT format('option %s (%s) is open, its end was at %s', id, code, to_timestamp(expires_at / 1000.0)) AS finding
    FROM options_orders WHERE status = 'open' AND expires_at + settle_within_ms < $1
  UNION ALL
  SELECT format('order %s (%s) waits, its end was at %s', id, code, to_timestamp(expires_at / 1000.0))
    FROM orders_contracts WHERE status = 'pending' AND expires_at < $1
  UNION ALL
  SELECT format('plan %s was to pay at %s', id, to_timestamp(next_due_at / 1000.0))
    FROM smart_plans WHERE status = 'earning' AND next_due_at < $1
  UNION ALL
  SELECT format('loan %s was to be charged at %s', id, to_timestamp(next_due_at / 1000.0))
    FROM loans WHERE status IN ('repaying', 'overdue') AND next_due_at < $1
  UNION ALL
  SELECT format('the auction of %s has not ended, its end was at %s', id, to_timestamp(ends_at / 1000.0))
    FROM nft_works WHERE state = 'offered' AND sale_kind = 'auction' AND ends_at < $1
  UNION ALL
  SELECT format('savings %s were to be paid for day %s', id, day)
    FROM savings_holdings WHERE held > 0 AND day < $1::bigint / 86400000
  UNION ALL
  SELECT format('the rebate of %s for %s was not settled', user_id, day)
    FROM orders_fee_rebates_owed WHERE day + 1 < (to_timestamp($1 / 1000.0) AT TIME ZONE 'UTC')
  UNION ALL
  SELECT format('the fee %s was to hold from %s', name, to_timestamp(holds_from / 1000.0))
    FROM markets_tariffs WHERE about = 'fee' AND applied_at IS NULL AND withdrawn_at IS NULL AND holds_from < $1
  UNION ALL
  SELECT format('proposal %s (%s) was to lapse at %s', id, kind, expires_at)
    FROM operators_proposals WHERE status = 'pending' AND expires_at < to_timestamp($1 / 1000.0)
  UNION ALL
  SELECT format('letter %s (%s) was to be sent at %s', id, kind, to_timestamp(next_at / 1000.0))
    FROM outbox_letters WHERE sent_at IS NULL AND attempts < 12 AND next_at < $1
  UNION ALL
  SELECT format('notice %s was to be handed on at %s', notice_id, to_timestamp(next_at / 1000.0))
    FROM notifications_outgoing WHERE next_at < $1
  UNION ALL
  -- One of two people who have left or changed office since invites nobody any more.
  SELECT format('the invitation of %s from %s was not mailed', i.email, i.made_at)
    FROM operators_invitations i
    JOIN operators_people p ON p.id = i.proposed_by AND p.standing = i.proposer_standing AND p.disabled_at IS NULL
    JOIN operators_people a ON a.id = i.approved_by AND a.standing = i.approver_standing AND a.disabled_at IS NULL
   WHERE i.mailed_at IS NULL AND i.used_at IS NULL AND i.expires_at > to_timestamp($1 / 1000.0)
     AND i.made_at < to_timestamp($1 / 1000.0) - interval '2 minutes'
  UNION ALL
  SELECT format('the account of %s was to be erased at %s', user_id, erases_at)
    FROM accounts_closings c WHERE cancelled_at IS NULL AND erased_at IS NULL AND erases_at < to_timestamp($1 / 1000.0)
     AND NOT EXISTS (SELECT FROM ledger_accounts a WHERE a.owner = c.user_id::text AND a.asset <> 'DEMO' AND a.balance > 0)
  UNION ALL
  SELECT format('the account of %s was erased with money in it', user_id)
    FROM accounts_closings c WHERE erased_at IS NOT NULL
     AND EXISTS (SELECT FROM ledger_accounts a WHERE a.owner = c.user_id::text AND a.asset <> 'DEMO' AND a.balance > 0)
  UNION ALL
  SELECT format('file %s from %s was never claimed and is still there', id, created_at)
    FROM files_files WHERE claimed_at IS NULL AND removed_at IS NULL
     AND created_at < to_timestamp($1 / 1000.0) - interval '7 days 10 minutes'
  UNION ALL
  SELECT format('the bytes of file %s, removed at %s, are still there', id, removed_at)
    FROM files_files WHERE emptied_at IS NULL AND removed_at < to_timestamp($1 / 1000.0) - interval '10 minutes'
  UNION ALL
  SELECT format('the %s of %s was not carried out at %s', kind, code, to_timestamp(at / 1000.0))
    FROM markets_actions WHERE kind <> 'roll' AND applied_at IS NULL AND cancelled_at IS NULL AND at < $1`

/** Lets the next day begin without requests and faults, runs its jobs, and checks that every case that can proceed has proceeded. */
export async function checkCalm(world: World): Promise<void> {
  world.calm()
  await passDays(world)
  const midnight = (Math.floor((world.now + asideMost) / day) + 1) * day
  await world.passTime(midnight + 3_000 - world.now)
  for (let n = 0; n < 6; n++) {
    await world.moveMarket()
    await world.passTime(20_000)
  }
  const rows = await world.driver.statements.look<{ finding: string }>(overdue, [String(world.now - lateMs)])
  for (const { finding } of rows) world.reportFinding(finding)
  await checkDeposits(world)
  await checkPayouts(world)
}

/** Some seeds end days later: what is earned or owed by the day has days to count, and a plan or loan of a week ends. */
async function passDays(world: World): Promise<void> {
  const days = world.parts.tour ? 0 : world.chance.pick([0, 0, 2, 9])
  for (let n = 0; n < days; n++) {
    await world.passTime(day)
    await world.moveMarket()
  }
}

interface SeenDeposit {
  readonly id: string
  readonly hash: string
  readonly address: string
  readonly status: string
  readonly credited: bigint | null
  readonly waits_for: string | null
}

/** Checks that no customer is credited more than the chain shows, and that every deposit on the chain is credited. */
async function checkDeposits(world: World): Promise<void> {
  const { chain } = world
  if (chain === null) return
  const rows = await world.driver.statements.look<SeenDeposit>(
    `SELECT id::text, hash, address, status, credited, waits_for FROM funding_deposits
      WHERE chain = 'bitcoin' AND hash IS NOT NULL AND (status = 'pending' OR EXISTS (SELECT FROM funding_deposit_events e WHERE e.deposit_id = id AND e.decided_by = 'chain')) ORDER BY sequence`,
  )
  for (const { id, hash, address, status, credited, waits_for } of rows) {
    const paid = chain.paid(hash, address)
    if (status === 'approved' && (credited ?? 0n) > paid)
      world.reportFinding(`deposit ${id} was credited ${credited}, the chain paid ${paid}`)
    if (status === 'pending' && paid > 0n && waits_for === null)
      world.reportFinding(`deposit ${id} waits, though the chain paid ${paid} long ago`)
  }
}

interface SentPayment {
  readonly id: string
  readonly hash: string
  readonly address: string
  readonly status: string
  readonly received: bigint
}

/** A payout that the chain shows is completed, and the node completes nothing else. */
async function checkPayouts(world: World): Promise<void> {
  const { chain } = world
  if (chain === null) return
  const rows = await world.driver.statements.look<SentPayment & Record<string, unknown>>(
    `SELECT id::text, hash, address, status, received FROM funding_withdrawals w
      WHERE network = 'BTC' AND (status = 'sent' OR status = 'completed' AND EXISTS (
        SELECT FROM funding_withdrawal_events e WHERE e.withdrawal_id = w.id AND e.status = 'completed' AND e.decided_by = 'chain'))
      ORDER BY sequence`,
  )
  for (const { id, hash, address, status, received } of rows) {
    const paid = chain.paid(hash, address)
    if (status === 'sent' && paid >= received)
      world.reportFinding(`withdrawal ${id} waits, though the chain paid ${paid} long ago`)
    if (status === 'completed' && paid < received)
      world.reportFinding(`the node completed withdrawal ${id} of ${received}, the chain paid ${paid}`)
  }
}
