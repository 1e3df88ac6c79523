import { hedgingProbes } from './hedging-probes.ts'
import type { TriggerProbe } from './trigger-probe.ts'
import { webhookProbes } from './webhook-probes.ts'

const one = '01890000-0000-7000-8000-000000000001'
const two = '01890000-0000-7000-8000-000000000002'
const three = '01890000-0000-7000-8000-000000000003'

/** Every trigger that is not simply against all changes of its table, by table and name. */
export const triggerProbes: Readonly<Record<string, TriggerProbe>> = {
  ...webhookProbes,
  ...hedgingProbes,
  'accounts_closings.accounts_closings_end': {
    rows: [{ user_id: one, erased_at: '2026-01-01T00:00:00Z' }],
    attempt: 'UPDATE accounts_closings SET erased_at = NULL',
  },
  'accounts_users.accounts_users_closed': {
    rows: [{ id: one, status: 'closed' }],
    attempt: `UPDATE accounts_users SET status = 'active'`,
  },
  'accounts_users.accounts_users_identity': {
    rows: [{ id: one, kyc: 'none', kyc_tier: 0 }],
    attempt: `UPDATE accounts_users SET kyc = 'approved', kyc_tier = 1`,
  },
  'files_files.files_forward_only': {
    rows: [{ id: one, claimed_at: '2026-01-01T00:00:00Z' }],
    attempt: 'UPDATE files_files SET claimed_at = NULL',
  },
  'files_keys.files_key_stays_destroyed': {
    rows: [{ destroyed_at: '2026-01-01T00:00:00Z' }],
    attempt: 'UPDATE files_keys SET destroyed_at = NULL',
  },
  'funding_bank_cards.funding_bank_cards_erased': {
    rows: [
      { id: one, user_id: one, bank: 'Bank', branch: 'Main', account_name: 'Ana', number_ending: '1111' },
    ],
    attempt: `UPDATE funding_bank_cards SET number_ending = '2222'`,
  },
  'funding_deposits.funding_deposits_move': {
    rows: [{ id: one, status: 'pending', amount: 1 }],
    attempt: 'UPDATE funding_deposits SET amount = 2',
  },
  'funding_reversals.funding_reversals_mark': {
    // The deposit's customer does not exist here, which its foreign key would refuse.
    attempt: `SET LOCAL session_replication_role = replica;
      INSERT INTO funding_deposits (id, user_id, coin, network, chain, address, own_address, amount, hash, hash_last6,
          confirmations_needed, status, credited, created_at)
        VALUES ('${one}', '${one}', 'USDT', 'ERC20', 'ethereum', 'a', false, 1, repeat('a', 64), 'aaaaaa', 1, 'approved', 1, 1)
        ON CONFLICT DO NOTHING;
      SET LOCAL session_replication_role = origin;
      INSERT INTO funding_reversals SELECT * FROM jsonb_populate_record(NULL::funding_reversals, '{"deposit_id": "${one}"}')`,
    wrote: `SELECT reversed AS wrote FROM funding_deposits WHERE id = '${one}'`,
  },
  'funding_payout_addresses.funding_payout_addresses_stay': {
    rows: [{ id: one, confirmed_at: 1, usable_at: 2 }],
    attempt: 'UPDATE funding_payout_addresses SET usable_at = 1',
  },
  'funding_withdrawals.funding_reviewers_never_fewer': {
    rows: [{ id: one, reviewers: 2 }],
    attempt: 'UPDATE funding_withdrawals SET reviewers = 1',
  },
  'funding_withdrawals.funding_seen_once': {
    rows: [{ id: one, seen_at: 1 }],
    attempt: 'UPDATE funding_withdrawals SET seen_at = 2',
  },
  'funding_withdrawals.funding_withdrawals_move': {
    rows: [{ id: one, status: 'pending' }],
    attempt: `UPDATE funding_withdrawals SET status = 'completed'`,
  },
  'jobs_clock.jobs_clock_moves_in_a_sandbox': {
    rows: [{ offset_ms: 0 }],
    attempt: 'UPDATE jobs_clock SET offset_ms = 1',
  },
  'kyc_cases.kyc_case_moves': {
    rows: [{ id: one, status: 'approved' }],
    attempt: `UPDATE kyc_cases SET status = 'rejected'`,
  },
  'ledger_accounts.ledger_accounts_set_aside_is_there': {
    attempt: `INSERT INTO ledger_accounts SELECT * FROM jsonb_populate_record(NULL::ledger_accounts,
      '{"id": 1, "class": "customer", "balance": 0, "held": 5, "held_margin": 0, "held_order": 0}')`,
  },
  'ledger_entries.ledger_entries_permitted': {
    attempt: `INSERT INTO ledger_entries SELECT * FROM jsonb_populate_record(NULL::ledger_entries, '{"kind": "none", "asset": "USDT"}')`,
  },
  'ledger_reconciliations.ledger_reconciliations_stay': {
    rows: [{ finished_at: 1 }],
    attempt: 'DELETE FROM ledger_reconciliations',
  },
  'loan_papers.loan_papers_erased': { rows: [{ loan_id: one }], attempt: 'DELETE FROM loan_papers' },
  'loans.loans_erased': {
    rows: [{ id: one, user_id: one, signed_name: 'Ana' }],
    attempt: `UPDATE loans SET signed_name = 'Eve'`,
  },
  'loans.loans_move': {
    rows: [{ id: one, status: 'repaid' }],
    attempt: `UPDATE loans SET status = 'repaying'`,
  },
  'markets_actions.markets_action_once': {
    rows: [{ id: one, applied_at: 1, cancelled_at: null }],
    attempt: 'UPDATE markets_actions SET cancelled_at = 2',
  },
  'markets_actions.markets_cancellation_noted': {
    rows: [{ id: one, cancelled_at: null }],
    attempt: 'UPDATE markets_actions SET cancelled_at = 2',
    wrote: `SELECT EXISTS (SELECT FROM markets_cancellations WHERE action_id = '${one}') AS wrote`,
  },
  'markets_halts.markets_halt_once': { rows: [{ id: one }], attempt: 'DELETE FROM markets_halts' },
  'markets_tariffs.markets_tariffs_stay': {
    rows: [{ id: one, name: 'a' }],
    attempt: `UPDATE markets_tariffs SET name = 'b'`,
  },
  'nft_transfers.nft_transfers_move': {
    rows: [{ id: one, state: 'approved', amount: 1 }],
    attempt: 'UPDATE nft_transfers SET amount = 2',
  },
  'nft_works.nft_works_bids_stay': {
    rows: [{ id: one, state: 'unsold', bid_count: 1 }],
    attempt: `UPDATE nft_works SET state = 'offered'`,
  },
  'nft_works.nft_works_move': {
    rows: [{ id: one, state: 'sold', bid_count: 0 }],
    attempt: `UPDATE nft_works SET state = 'offered'`,
  },
  'notifications_alerts.notifications_alert_once': {
    rows: [{ id: one, fired_at: 1, price: 1 }],
    attempt: 'UPDATE notifications_alerts SET fired_at = NULL',
  },
  'notifications_notices.notifications_goes_out': {
    attempt: `INSERT INTO notifications_notices SELECT * FROM jsonb_populate_record(NULL::notifications_notices,
      '{"id": "${one}", "user_id": "${one}", "at": 1}')`,
    wrote: `SELECT EXISTS (SELECT FROM notifications_outgoing WHERE notice_id = '${one}') AS wrote`,
  },
  'operators_approvals.operators_approvals_note_standing': {
    attempt: `INSERT INTO operators_approvals SELECT * FROM jsonb_populate_record(NULL::operators_approvals,
      '{"operator_id": "${one}", "standing": 7}')`,
    wrote: 'SELECT standing IS DISTINCT FROM 7 AS wrote FROM operators_approvals',
  },
  'operators_invitations.operators_invitations_note_standing': {
    attempt: `INSERT INTO operators_invitations SELECT * FROM jsonb_populate_record(NULL::operators_invitations,
      '{"id": "${one}", "proposed_by": "${one}", "approved_by": "${two}", "proposer_standing": 7}')`,
    wrote: 'SELECT proposer_standing IS DISTINCT FROM 7 AS wrote FROM operators_invitations',
  },
  'operators_invitations.operators_invitations_first_two': {
    rows: [
      { id: one, made_at: '2026-01-01', expires_at: '2027-01-01' },
      { id: two, made_at: '2026-01-01', expires_at: '2027-01-01' },
    ],
    attempt: `INSERT INTO operators_invitations SELECT * FROM jsonb_populate_record(NULL::operators_invitations,
      '{"id": "${three}", "made_at": "2026-01-02"}')`,
  },
  'operators_people.operators_count_standing': {
    rows: [{ id: one, role: 'content', standing: 0 }],
    attempt: `UPDATE operators_people SET role = 'risk'`,
    wrote: 'SELECT standing = 1 AS wrote FROM operators_people',
  },
  'operators_people.operators_keep_an_admin': {
    rows: [{ id: one, role: 'admin' }],
    attempt: `UPDATE operators_people SET role = 'content'`,
  },
  'operators_proposals.operators_proposals_decided_once': {
    rows: [{ id: one, status: 'rejected', summary: 'a' }],
    attempt: `UPDATE operators_proposals SET status = 'approved'`,
  },
  'operators_proposals.operators_proposals_note_standing': {
    attempt: `INSERT INTO operators_proposals SELECT * FROM jsonb_populate_record(NULL::operators_proposals,
      '{"id": "${one}", "proposed_by": "${one}", "proposer_standing": 7}')`,
    wrote: 'SELECT proposer_standing IS DISTINCT FROM 7 AS wrote FROM operators_proposals',
  },
  'operators_proposals.operators_proposals_two_on_duty': {
    rows: [{ id: one, status: 'pending', proposed_by: one, proposer_standing: 0 }],
    attempt: `UPDATE operators_proposals SET status = 'approved', decided_by = '${two}'`,
  },
  'operators_proposals.operators_proposals_unnamed': {
    rows: [{ id: one, summary: 'a', payload: { userId: one } }],
    attempt: `UPDATE operators_proposals SET summary = 'b'`,
  },
  'operators_service_tokens.operators_service_token_stays_revoked': {
    rows: [{ id: one, revoked_at: 1 }],
    attempt: 'UPDATE operators_service_tokens SET revoked_at = NULL',
  },
  'options_orders.options_orders_move': {
    rows: [{ id: one, status: 'closed' }],
    attempt: `UPDATE options_orders SET status = 'open'`,
  },
  'orders_contracts.orders_contracts_move': {
    rows: [{ id: one, status: 'closed' }],
    attempt: `UPDATE orders_contracts SET status = 'open'`,
  },
  'savings_holdings.savings_holdings_move': {
    rows: [{ id: one, day: 2, moves: 2 }],
    attempt: 'UPDATE savings_holdings SET moves = 1',
  },
  'screening_cases.screening_case_moves': {
    rows: [{ id: one, status: 'cleared' }],
    attempt: `UPDATE screening_cases SET status = 'open'`,
  },
  'smart_plans.smart_plans_move': {
    rows: [{ id: one, status: 'completed' }],
    attempt: `UPDATE smart_plans SET status = 'earning'`,
  },
  'support_messages.support_messages_erased': {
    rows: [{ id: one, user_id: one, text: 'a' }],
    attempt: `UPDATE support_messages SET text = 'b'`,
  },
  'trust_holdings.trust_holdings_once': {
    rows: [{ name: 'Cold', version: 1, network: 'BTC', address: 'a', stated: 1 }],
    attempt: `INSERT INTO trust_holdings SELECT * FROM jsonb_populate_record(NULL::trust_holdings,
      '{"name": "Vault", "version": 1, "network": "BTC", "address": "a", "stated": 1}')`,
  },
  'trust_holding_control.trust_holding_control_once': {
    rows: [{ id: one, shown_at: 1 }],
    attempt: 'UPDATE trust_holding_control SET shown_at = 2',
  },
  'trust_incidents.trust_incidents_stay': { rows: [{ id: one }], attempt: 'DELETE FROM trust_incidents' },
  'trust_limits.trust_loosen_later': {
    rows: [{ kind: 'dailyLoss', value: 10, changed_at: 1 }],
    attempt: 'UPDATE trust_limits SET value = 20, changed_at = 2',
  },
}
