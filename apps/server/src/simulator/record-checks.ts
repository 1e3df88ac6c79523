/**
 * What every customer's entries must come to, by the records of what they did: one row a customer and sort of entry, as signed sums
 * of both. A record without its entry, or an entry without its record, shows as a difference.
 */
const sorts: readonly (readonly [sort: string, recorded: string, posted: string])[] = [
  [
    'profit of contracts',
    `SELECT user_id::text AS who, mode::text AS part, sum(profit) AS minor FROM orders_contracts WHERE status = 'closed' GROUP BY 1, 2`,
    contractEntries('contract-profit', 'contract-loss', 'trading-capital'),
  ],
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
]

function contractEntries(credit: string, debit: string, payee: string): string {
  return `SELECT o.user_id::text AS who, o.mode::text AS part, sum(CASE e.kind WHEN '${credit}' THEN e.minor ELSE -e.minor END) AS minor
       FROM ledger_entries e JOIN orders_contracts o ON o.id::text = e.reference JOIN ledger_accounts c ON c.id = e.credited
      WHERE e.kind IN ('${credit}', '${debit}') OR (e.kind = 'negative-balance-protection' AND c.class = '${payee}') GROUP BY 1, 2`
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
  // One payment is credited once.
  `SELECT format('the payment %s is credited %s times', hash, count(*)) FROM funding_deposits
    WHERE status = 'approved' AND hash IS NOT NULL GROUP BY chain, address, hash HAVING count(*) > 1`,
]
