import type { TriggerProbe } from './trigger-probe.ts'

const one = '01890000-0000-7000-8000-000000000001'

/** Adds a row as it would be written by its table's own rules, and without those of its neighbours. */
const add = (table: string, row: object): string =>
  `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::${table}, '${JSON.stringify(row)}')`
/** The same for a table that the trigger reads: its foreign keys name rows that are not here. */
const parent = (table: string, row: object): string =>
  `SET LOCAL session_replication_role = replica; ${add(table, row)} ON CONFLICT DO NOTHING; SET LOCAL session_replication_role = origin;`

/** A trigger that records an event of this type, which an endpoint wants. */
const tells = (
  type: string,
  attempt: string,
  rows: readonly Readonly<Record<string, unknown>>[] = [],
): TriggerProbe => ({
  rows: rows as TriggerProbe['rows'] & {},
  attempt: `INSERT INTO webhooks_endpoints (id, name, url, types, signature, secret, created_at)
      VALUES ('${one}', 'a', 'https://a', '{${type}}', 'v1', 'sealed:', 1) ON CONFLICT DO NOTHING;
    ${attempt}`,
  wrote: `SELECT EXISTS (SELECT FROM webhooks_events WHERE type = '${type}') AS wrote`,
})

const deposit = {
  ...{
    id: one,
    user_id: one,
    coin: 'USDT',
    network: 'ERC20',
    chain: 'ethereum',
    address: 'a',
    own_address: false,
  },
  ...{ amount: 1, hash: 'a'.repeat(64), hash_last6: 'aaaaaa', confirmations_needed: 1, created_at: 1 },
  ...{ sequence: 1, status: 'approved', credited: 1, reversed: false },
}
const withdrawal = {
  ...{ id: one, sequence: 1, user_id: one, method: 'coin', coin: 'USDT', network: 'ERC20', address: 'a' },
  ...{ amount: 2, fee: 1, received: 1, reviewers: 1, confirmations_needed: 1, deadline_at: 1, created_at: 1 },
  status: 'pending',
}
const order = {
  ...{ id: one, sequence: 1, order_no: 'C1', public_id: one, user_id: one, mode: 'real', code: 'BTCUSDT' },
  ...{ direction: 'buy', kind: 'limit', lots: 1, leverage: 1, price: 1, margin: 1, fee: 0, swap: 0, owed: 0 },
  ...{ swapped_through: 0, status: 'pending', events: 1, terms: {}, created_at: 1 },
}
const option = {
  ...{ id: one, sequence: 1, order_no: 'O1', public_id: one, user_id: one, mode: 'real', code: 'BTCUSDT' },
  ...{ direction: 'up', period_seconds: 60, stake: 1, payout_rate: 1, settle_within_ms: 1, source: 'live' },
  ...{
    open_seq: 1,
    open_price: 1,
    split_fresh: 1,
    split_old: 1,
    status: 'open',
    opened_at: 1,
    expires_at: 60_001,
  },
}
const loan = {
  ...{ id: one, sequence: 1, loan_no: 'L1', public_id: one, user_id: one, amount: 1, days: 7, free_days: 0 },
  ...{
    daily_rate: 1,
    overdue_rate: 1,
    apr: 1,
    language: 'en',
    agreement: {},
    agreement_hash: 'a'.repeat(64),
  },
  ...{ signature: 'a', signed_name: 'a', requested_at: 1, status: 'pending', charged_days: 0, repaid: 0 },
  ...{ interest_charged: 0, overdue_charged: 0, principal_left: 1, interest_left: 0, overdue_left: 0 },
  was_overdue: false,
}
const plan = { id: one, user_id: one, status: 'earning', amount: 1, days: 7, started_at: 1 }

/** Triggers that record events for other systems (ADR-247). */
export const webhookProbes: Readonly<Record<string, TriggerProbe>> = {
  'accounts_users.accounts_users_tell_opened': tells(
    'customer.opened',
    add('accounts_users', { id: one, created_at: '2026-01-01T00:00:00Z' }),
  ),
  'accounts_users.accounts_users_tell_status': tells(
    'customer.closed',
    `UPDATE accounts_users SET status = 'closed'`,
    [{ id: one, status: 'active' }],
  ),
  'kyc_cases.kyc_cases_tell_sent': tells(
    'customer.verification_requested',
    add('kyc_cases', { id: one, user_id: one, status: 'pending', submitted_at: '2026-01-01T00:00:00Z' }),
  ),
  'kyc_cases.kyc_cases_tell_decided': tells('customer.verified', `UPDATE kyc_cases SET status = 'approved'`, [
    { id: one, user_id: one, status: 'pending', submitted_at: '2026-01-01T00:00:00Z' },
  ]),
  'funding_deposit_events.funding_deposit_events_tell': tells(
    'deposit.credited',
    `${parent('funding_deposits', deposit)} ${add('funding_deposit_events', { deposit_id: one, status: 'approved', at: 1 })}`,
  ),
  'funding_reversals.funding_reversals_tell': tells(
    'deposit.reversed',
    add('funding_reversals', { deposit_id: one, user_id: one, asset: 'USDT', taken: 1, claim: 0, at: 1 }),
  ),
  'funding_withdrawal_events.funding_withdrawal_events_tell': tells(
    'withdrawal.requested',
    `${parent('funding_withdrawals', withdrawal)} ${add('funding_withdrawal_events', { withdrawal_id: one, status: 'pending', at: 1 })}`,
  ),
  'orders_events.orders_events_tell': tells(
    'order.placed',
    `${parent('orders_contracts', order)} ${add('orders_events', { order_id: one, number: 1, kind: 'place', at: 1, facts: {} })}`,
  ),
  'orders_margin_calls.orders_margin_calls_tell': tells(
    'customer.margin_called',
    add('orders_margin_calls', { user_id: one, mode: 'real' }),
  ),
  'options_events.options_events_tell': tells(
    'option.opened',
    `${parent('options_orders', option)} ${add('options_events', { order_id: one, number: 1, kind: 'open', at: 1, facts: {} })}`,
  ),
  'loan_moves.loan_moves_tell': tells(
    'loan.requested',
    `${parent('loans', loan)} ${add('loan_moves', { loan_id: one, number: 1, status: 'pending', at: 1 })}`,
  ),
  'smart_plans.smart_plans_tell_bought': tells('plan.bought', add('smart_plans', plan)),
  'smart_plans.smart_plans_tell_ended': tells('plan.exited', `UPDATE smart_plans SET status = 'exited'`, [
    plan,
  ]),
  'savings_holdings.savings_holdings_tell': tells('savings.paid_in', 'UPDATE savings_holdings SET held = 2', [
    { id: one, user_id: one, asset: 'USDT', held: 1 },
  ]),
  'nft_works.nft_works_tell': tells('artwork.sold', `UPDATE nft_works SET state = 'sold'`, [
    { id: one, state: 'offered', sold_at: 1 },
  ]),
  'operators_proposals.operators_proposals_tell_made': tells(
    'proposal.made',
    add('operators_proposals', { id: one, status: 'pending', proposed_at: '2026-01-01T00:00:00Z' }),
  ),
  'operators_proposals.operators_proposals_tell_decided': tells(
    'proposal.decided',
    `UPDATE operators_proposals SET status = 'expired'`,
    [{ id: one, status: 'pending', proposed_at: '2026-01-01T00:00:00Z' }],
  ),
  'operators_service_tokens.operators_service_tokens_tell_issued': tells(
    'token.issued',
    `UPDATE operators_service_tokens SET secret_hash = '\\x00', secret_at = 1`,
    [{ id: one, name: 'a', scopes: ['audit:read'], expires_at: 1 }],
  ),
  'operators_service_tokens.operators_service_tokens_tell_revoked': tells(
    'token.revoked',
    'UPDATE operators_service_tokens SET revoked_at = 1',
    [{ id: one, name: 'a', scopes: ['audit:read'], expires_at: 1 }],
  ),
}
