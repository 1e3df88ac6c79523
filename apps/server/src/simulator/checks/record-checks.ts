import { tableDiffers } from './permitted-triples.ts'

/** An order's event that pays or takes money, whose posting is named by it. */
type PayingAction = 'split' | 'dividend'

/** A position that ends with a split is paid out as the cash that the event states. */
const endedBySplit = `EXISTS (SELECT FROM orders_events v WHERE v.order_id = o.id AND v.number = o.events AND v.kind = 'split')`

/**
 * Compares the sums of every customer's entries with the records of their actions: one row for each customer and sort of entry, as signed
 * sums of both. A record without its entry, or an entry without its record, shows as a difference.
 */
const sorts: readonly (readonly [sort: string, recorded: string, posted: string])[] = [
  [
    'profit of contracts',
    `SELECT o.user_id::text AS who, o.mode::text AS part, sum(o.profit) AS minor FROM orders_contracts o
      WHERE o.status = 'closed' AND NOT ${endedBySplit} GROUP BY 1, 2`,
    contractEntries('contract-profit', 'contract-loss', 'trading-capital'),
  ],
  ['cash of splits', recordedOf('split', 'cash'), postedBy('split', 'contract-cash-in-lieu')],
  ['dividends', recordedOf('dividend', 'dividend'), postedBy('dividend', 'contract-dividend')],
  [
    'fees of contracts',
    `SELECT user_id::text AS who, mode::text AS part, -sum(fee) AS minor FROM orders_contracts GROUP BY 1, 2`,
    contractEntries('-', 'contract-commission', 'fee-revenue'),
  ],
  [
    'swaps of contracts',
    `SELECT user_id::text AS who, mode::text AS part, sum(swap) AS minor FROM orders_contracts GROUP BY 1, 2`,
    contractEntries('contract-swap-credit', 'contract-swap', 'swap-revenue'),
  ],
  [
    'options',
    `SELECT user_id::text AS who, mode::text AS part, sum(profit) AS minor FROM options_orders WHERE status = 'closed' GROUP BY 1, 2`,
    `SELECT o.user_id::text AS who, o.mode::text AS part,
            sum(CASE e.kind WHEN 'option-profit' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN options_orders o ON o.id::text = e.reference
      WHERE e.kind IN ('option-profit', 'option-loss', 'negative-balance-protection') GROUP BY 1, 2`,
  ],
  [
    'deposits',
    `SELECT user_id::text AS who, coin AS part, sum(credited) AS minor FROM funding_deposits WHERE status = 'approved' GROUP BY 1, 2`,
    `SELECT c.owner AS who, e.asset AS part, sum(e.minor) AS minor FROM ledger_entries e JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind = 'deposit' AND e.posting NOT LIKE 'start:%' GROUP BY 1, 2`,
  ],
  [
    'withdrawals',
    `SELECT user_id::text AS who, coin AS part, -sum(amount) AS minor FROM funding_withdrawals WHERE status = 'completed' GROUP BY 1, 2`,
    customerEntries('withdrawal', 'withdrawal-fee'),
  ],
  [
    'conversions given',
    `SELECT user_id::text AS who, from_asset AS part, -sum(amount) AS minor FROM funding_conversions GROUP BY 1, 2`,
    customerEntries('conversion-sold', 'conversion-fee'),
  ],
  [
    'conversions received',
    `SELECT user_id::text AS who, to_asset AS part, sum(received) AS minor FROM funding_conversions GROUP BY 1, 2`,
    `SELECT c.owner AS who, e.asset AS part, sum(e.minor) AS minor FROM ledger_entries e JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind = 'conversion-bought' GROUP BY 1, 2`,
  ],
  [
    'loans',
    `SELECT user_id::text AS who, 'USDT' AS part, sum(CASE status WHEN 'repaid' THEN 0 ELSE principal_left END) AS minor
       FROM loans WHERE status IN ('repaying', 'overdue', 'repaid') GROUP BY 1, 2`,
    `SELECT l.user_id::text AS who, 'USDT' AS part, sum(CASE e.kind WHEN 'loan-payout' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN loans l ON l.id::text = e.reference WHERE e.kind IN ('loan-payout', 'loan-principal') GROUP BY 1, 2`,
  ],
  [
    'plans',
    `SELECT p.user_id::text AS who, 'USDT' AS part,
            sum(coalesce((SELECT sum(y.minor) FROM smart_payouts y WHERE y.plan_id = p.id), 0)
              - CASE p.status WHEN 'earning' THEN p.amount ELSE coalesce(p.penalty, 0) END) AS minor
       FROM smart_plans p GROUP BY 1, 2`,
    `SELECT p.user_id::text AS who, 'USDT' AS part, sum(CASE e.kind WHEN 'plan-purchase' THEN -e.minor ELSE e.minor END) AS minor
       FROM ledger_entries e JOIN smart_plans p ON p.id::text = e.reference
      WHERE e.kind IN ('plan-purchase', 'plan-return', 'plan-yield') GROUP BY 1, 2`,
  ],
  [
    'interest of loans',
    `SELECT l.user_id::text AS who, 'USDT' AS part, -sum(p.interest + p.overdue) AS minor
       FROM loan_payments p JOIN loans l ON l.id = p.loan_id GROUP BY 1, 2`,
    customerEntries('loan-interest', 'loan-overdue'),
  ],
  [
    'savings',
    `SELECT user_id::text AS who, asset AS part, -sum(held) AS minor FROM savings_holdings GROUP BY 1, 2`,
    netEntries(['savings-entry', 'savings-exit']),
  ],
  [
    'interest of savings',
    `SELECT h.user_id::text AS who, h.asset AS part, sum(i.paid) AS minor
       FROM savings_interest i JOIN savings_holdings h ON h.id = i.holding_id GROUP BY 1, 2`,
    netEntries(['savings-interest']),
  ],
  [
    'corrections',
    `SELECT user_id::text AS who, asset AS part, sum(CASE WHEN reverses IS NULL THEN minor ELSE -minor END) AS minor
       FROM accounts_adjustments GROUP BY 1, 2`,
    netEntries(['adjustment', 'adjustment-reversal']),
  ],
  [
    'reversed deposits',
    `SELECT user_id::text AS who, asset AS part, -sum(taken) AS minor FROM funding_reversals GROUP BY 1, 2`,
    customerEntries('deposit-reversal'),
  ],
  [
    'works of art',
    `SELECT buyer::text AS who, 'USDT' AS part, -sum(sold_price) AS minor FROM nft_works WHERE buyer IS NOT NULL GROUP BY 1, 2`,
    customerEntries('nft-sale', 'nft-fee'),
  ],
  [
    'rebates of fees',
    `SELECT user_id::text AS who, 'USDT' AS part, sum(rebate) AS minor FROM orders_fee_rebates GROUP BY 1, 2`,
    netEntries(['fee-rebate']),
  ],
  [
    'commissions for invitations',
    `SELECT inviter_id::text AS who, 'USDT' AS part, sum(commission) AS minor FROM invites_commissions GROUP BY 1, 2`,
    netEntries(['invite-commission']),
  ],
]

/** Kinds of entry that no record of a customer's says the sum of, and what judges them instead. */
const judgedElsewhere: Readonly<Record<string, string>> = {
  'demo-grant': 'the start of a demo account; the balance is what its entries sum to',
  'demo-reset': 'takes all of a demo account at once; nothing is recorded of it but its moment',
  'contract-owed': 'takes at most what positions owe: judged posting by posting below',
}

/** Money an action of the market brought the orders of a customer, as their events say. */
function recordedOf(kind: PayingAction, field: string): string {
  return `SELECT o.user_id::text AS who, o.mode::text AS part, sum(((v.facts ->> '${field}')::numeric * 1000000)::bigint) AS minor
       FROM orders_events v JOIN orders_contracts o ON o.id = v.order_id
      WHERE v.kind = '${kind}' AND v.facts ->> '${field}' IS NOT NULL GROUP BY 1, 2`
}

/** The same by the ledger, with what the operator paid of it for who had nothing left. */
function postedBy(kind: PayingAction, entry: string): string {
  return `SELECT o.user_id::text AS who, o.mode::text AS part, sum(CASE c.class WHEN 'customer' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN orders_contracts o ON o.id::text = e.reference JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind = '${entry}' OR (e.kind = 'negative-balance-protection' AND e.posting LIKE '%:${kind}:%') GROUP BY 1, 2`
}

function contractEntries(credit: string, debit: string, payee: string): string {
  return `SELECT o.user_id::text AS who, o.mode::text AS part, sum(CASE e.kind WHEN '${credit}' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN orders_contracts o ON o.id::text = e.reference JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind IN ('${credit}', '${debit}') OR (e.kind = 'negative-balance-protection' AND c.class = '${payee}'
        AND e.posting NOT LIKE '%:split:%' AND e.posting NOT LIKE '%:dividend:%') GROUP BY 1, 2`
}

/** Sums the entries of these kinds for customers, less the amounts they took. */
function netEntries(kinds: readonly string[]): string {
  const named = kinds.map((kind) => `'${kind}'`).join(', ')
  return `SELECT coalesce(nullif(c.owner, 'house'), d.owner) AS who, e.asset AS part,
            sum(CASE c.class WHEN 'customer' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind IN (${named}) GROUP BY 1, 2`
}

function customerEntries(...kinds: readonly string[]): string {
  const named = kinds.map((kind) => `'${kind}'`).join(', ')
  return `SELECT d.owner AS who, e.asset AS part, -sum(e.minor) AS minor FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited
      WHERE e.kind IN (${named}) GROUP BY 1, 2`
}

export const recordChecks: readonly string[] = [
  ...sorts.map(
    ([sort, recorded, posted]) =>
      `SELECT format('${sort} of %s in %s come to %s, the ledger moved %s', coalesce(r.who, p.who), coalesce(r.part, p.part), r.minor, p.minor) AS finding
         FROM (${recorded}) r FULL JOIN (${posted}) p ON p.who = r.who AND p.part = r.part
        WHERE coalesce(r.minor, 0) <> coalesce(p.minor, 0)`,
  ),
  // One payment is credited once, or again after its credit was taken back.
  `SELECT format('the payment %s is credited %s times', hash, count(*)) FROM funding_deposits
    WHERE status = 'approved' AND NOT reversed AND hash IS NOT NULL GROUP BY chain, address, hash HAVING count(*) > 1`,
  // Positions pay back no more than they owe: one that closed with another's loss in the posting of that one.
  `SELECT format('in the posting of %s %s are paid back and %s owed', reference, e.minor, coalesce(o.owed, 0))
     FROM (SELECT reference, sum(minor) AS minor FROM ledger_entries WHERE kind = 'contract-owed' GROUP BY 1) e
     LEFT JOIN (SELECT coalesce(v.facts ->> 'lossOf', o.id::text) AS reference, sum(o.owed) AS owed
                  FROM orders_contracts o LEFT JOIN orders_events v ON v.order_id = o.id AND v.kind = 'close'
                 WHERE o.owed > 0 GROUP BY 1) o USING (reference)
    WHERE e.minor > coalesce(o.owed, 0)`,
  // An order fills at a margin level of at least 100 %: what the balance lacks for its commission is owed, at whatever prices.
  `SELECT format('the operator paid %s for the fill of %s, of which %s is owed', e.minor, e.reference, coalesce(v.owed, 0))
     FROM (SELECT reference, sum(minor) AS minor FROM ledger_entries
            WHERE kind = 'negative-balance-protection' AND posting = reference || ':open' GROUP BY 1) e
     LEFT JOIN (SELECT o.id::text AS reference,
                       sum(((v.facts ->> 'owed')::numeric - (v.facts ->> 'owedBefore')::numeric) * 1000000)::bigint AS owed
                  FROM orders_events v JOIN orders_contracts o ON o.id::text = v.facts ->> 'lossOf' AND o.opened_at = v.at
                 WHERE v.kind = 'owe' GROUP BY 1) v USING (reference)
    WHERE e.minor > coalesce(v.owed, 0)`,
  tableDiffers,
  // No kind of entry moves a customer's money without being held against a record.
  `SELECT format('no record is held against what %s moves', kind) FROM ledger_permitted
    WHERE 'customer' IN (debited_class, credited_class) AND kind NOT IN (${judgedKinds()}) GROUP BY kind`,
]

/** Kinds that a sort of entry reads, or that are judged elsewhere. */
function judgedKinds(): string {
  const read = sorts.flatMap(([, , posted]) =>
    [...posted.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([text]) => text),
  )
  return [...new Set([...read, ...Object.keys(judgedElsewhere).map((kind) => `'${kind}'`)])].join(', ')
}
