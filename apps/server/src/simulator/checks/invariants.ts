import { type CallName, calls } from '@candor/contract'
import { refusals } from '@candor/refusals'
import type { ClientResponse } from '../platform-calls.ts'
import type { RequestRecord } from '../request-record.ts'
import { crashes } from '../surroundings/crashes.ts'
import type { World } from '../world.ts'
import type { DecisionChecks } from './decision-checks.ts'
import { permittedTable } from './permitted-triples.ts'
import { recordChecks } from './record-checks.ts'

/** Each answers one line per thing that is wrong; all are cheap on a seed's small database. */
const checks: readonly string[] = [
  `SELECT format('%s sums to %s, not to zero', asset, sum(balance)) AS finding
     FROM ledger_accounts GROUP BY asset HAVING sum(balance) <> 0`,
  `SELECT format('%s of %s stands at %s %s with %s held', class, owner, balance, asset, held)
     FROM ledger_accounts WHERE class <> 'world' AND (balance < 0 OR held < 0 OR (class <> 'customer' AND held > balance))`,
  `SELECT format('entry %s (%s) from %s to %s in %s is not permitted', e.seq, e.kind, d.class, c.class, e.asset)
     FROM ledger_entries e
     LEFT JOIN ledger_accounts d ON d.id = e.debited
     LEFT JOIN ledger_accounts c ON c.id = e.credited
     LEFT JOIN ${permittedTable} ON p.kind = e.kind AND p.debited_class = d.class AND p.credited_class = c.class
      AND p.money IN ('any', CASE e.asset WHEN 'DEMO' THEN 'demo' ELSE 'real' END)
    WHERE e.seq > $1 AND (p.kind IS NULL OR e.asset <> d.asset OR e.asset <> c.asset)`,
  `SELECT format('%s of %s has %s %s held, its open holds sum to %s', a.class, a.owner, a.held, a.asset, coalesce(h.minor, 0))
     FROM ledger_accounts a
     LEFT JOIN (SELECT account, sum(remaining) AS minor FROM ledger_holds GROUP BY account) h ON h.account = a.id
    WHERE a.held <> coalesce(h.minor, 0)`,
  // What is held for a customer is what is open: margins, waiting orders, stakes, withdrawals, bids.
  `WITH due AS (
     SELECT user_id::text AS owner, CASE mode WHEN 'demo' THEN 'DEMO' ELSE 'USDT' END AS asset, (h ->> 1)::bigint AS minor
       FROM orders_contracts, jsonb_array_elements(coalesce(holds::jsonb, jsonb_build_array(jsonb_build_array(id, margin)))) h
      WHERE status IN ('open', 'pending')
     UNION ALL
     SELECT user_id::text, CASE mode WHEN 'demo' THEN 'DEMO' ELSE 'USDT' END, stake FROM options_orders WHERE status = 'open'
     UNION ALL
     SELECT user_id::text, coin, amount FROM funding_withdrawals WHERE status IN ('pending', 'approved', 'sent')
     UNION ALL
     SELECT leader::text, 'USDT', highest FROM nft_works WHERE state = 'offered' AND leader IS NOT NULL)
   SELECT format('%s has %s %s held, %s is open', a.owner, a.held, a.asset, coalesce(d.minor, 0))
     FROM ledger_accounts a
     LEFT JOIN (SELECT owner, asset, sum(minor) AS minor FROM due GROUP BY owner, asset) d
       ON d.owner = a.owner AND d.asset = a.asset
    WHERE a.class = 'customer' AND a.held <> coalesce(d.minor, 0)`,
  // A position's margin is held, unless a gap made it dearer than what was set aside while it waited.
  `SELECT format('position %s holds %s of its margin %s', id, coalesce(held, 0), margin)
     FROM (SELECT o.id, o.margin, (SELECT sum((h ->> 1)::bigint) FROM jsonb_array_elements(o.holds::jsonb) h) AS held
             FROM orders_contracts o WHERE o.status = 'open') p
    WHERE coalesce(held, 0) > margin`,
  // Holds by purpose: what margin and waiting orders set aside, and nothing else, carries their name.
  `SELECT format('%s has %s %s held as margin and %s for orders; open are %s and %s', a.owner, a.held_margin, a.asset, a.held_order,
                 coalesce(o.margin, 0), coalesce(o.orders, 0))
     FROM ledger_accounts a
     LEFT JOIN (
       SELECT user_id::text AS owner, CASE mode WHEN 'demo' THEN 'DEMO' ELSE 'USDT' END AS asset,
              sum((h ->> 1)::bigint) FILTER (WHERE status = 'open') AS margin,
              sum((h ->> 1)::bigint) FILTER (WHERE status = 'pending') AS orders
         FROM orders_contracts, jsonb_array_elements(coalesce(holds::jsonb, jsonb_build_array(jsonb_build_array(id, margin)))) h
        WHERE status IN ('open', 'pending') GROUP BY 1, 2) o ON o.owner = a.owner AND o.asset = a.asset
    WHERE a.class = 'customer' AND (a.held_margin <> coalesce(o.margin, 0) OR a.held_order <> coalesce(o.orders, 0))`,
  `SELECT format('%s has %s %s, of which %s is set aside for others', owner, balance, asset, held - held_margin - held_order)
     FROM ledger_accounts WHERE class = 'customer' AND held - held_margin - held_order > balance`,
  // What customers put into plans and savings is there, whole.
  `SELECT format('plans hold %s, their principal account %s', coalesce(p.minor, 0), a.balance)
     FROM ledger_accounts a
     CROSS JOIN (SELECT sum(amount) AS minor FROM smart_plans WHERE status = 'earning') p
    WHERE a.class = 'plan-principal' AND a.asset = 'USDT' AND a.balance <> coalesce(p.minor, 0)`,
  `SELECT format('savings hold %s %s, their principal account %s', coalesce(s.minor, 0), a.asset, a.balance)
     FROM ledger_accounts a
     LEFT JOIN (SELECT asset, sum(held) AS minor FROM savings_holdings GROUP BY asset) s ON s.asset = a.asset
    WHERE a.class = 'savings-principal' AND a.balance <> coalesce(s.minor, 0)`,
  // Every loan's money: what is left of it is what was paid out less what was paid back.
  `SELECT format('loan %s has %s left of %s after %s repaid', id, principal_left, amount, repaid)
     FROM loans WHERE status IN ('repaying', 'overdue')
      AND principal_left <> amount - (SELECT coalesce(sum(principal), 0) FROM loan_payments p WHERE p.loan_id = loans.id)`,
]

const together = (texts: readonly string[]) => texts.map((check) => `(${check})`).join('\nUNION ALL\n')
const everyStep = together(checks)
const nowAndThen = together(recordChecks)

/** Adding every record up takes longer, and what is wrong stays wrong. */
const recordsEvery = 5

/** Checks that the sums of customers' entries equal those of the records. */
export async function checkRecords(world: World): Promise<void> {
  const rows = await world.driver.statements.look<{ finding: string }>(nowAndThen)
  for (const { finding } of rows) world.reportFinding(finding)
}

/** Checks the invariants that hold after every step. */
export async function checkStep(world: World, decisions: DecisionChecks): Promise<void> {
  const { statements } = world.driver
  const rows = await statements.look<{ finding: string }>(everyStep, [String(world.checkedThrough)])
  for (const { finding } of rows) world.reportFinding(finding)
  if (world.step % recordsEvery === 0) await checkRecords(world)
  await decisions.check()
  const [row] = await statements.look<{ seq: bigint | null }>('SELECT max(seq) AS seq FROM ledger_entries')
  world.checkedThrough = row?.seq ?? 0n
}

const refusedWhileFrozen = refusals.accountFrozen
/** Calls that end a risk or bring money back: no freeze blocks them (trust T13). */
const waysOut: readonly string[] = [
  'closeContract',
  'closeAllContracts',
  'cancelContract',
  'exitSmart',
  'exitSavings',
  'repayLoan',
  'cancelWithdrawal',
]

/** The server never fails at a request, and one key has one answer. */
export function checkResponses(world: World): void {
  for (const crash of crashes.splice(0))
    world.reportFinding(`the server's process would have ended: ${crash.error}`)
  for (const record of world.requests.slice(world.checkedRequests)) checkResponse(world, record)
  world.checkedRequests = world.requests.length
}

function checkResponse(world: World, record: RequestRecord): void {
  const { number, response, options, caller, call, input } = record
  if (response === null) return
  if (response.status >= 500 && !world.faulty)
    world.reportFinding(`${caller} ${call} ${JSON.stringify(input)} was answered ${response.status}`)
  if (response.code === refusedWhileFrozen && waysOut.includes(call))
    world.reportFinding(
      `#${number} ${caller} ${call} was refused for a freeze, which traps what is in the account`,
    )
  if (options?.key !== undefined && movesMoney(call) && isDone(response)) checkKey(world, record, options.key)
}

const movesMoney = (call: RequestRecord['call']) => call in calls && 'movesMoney' in calls[call as CallName]

function checkKey(world: World, { number, caller, call, response }: RequestRecord, key: string): void {
  const id = idOf(response)
  const before = world.responseIdsByKey.get(`${caller} ${key}`)
  if (before !== undefined && before !== id)
    world.reportFinding(`#${number} ${caller} ${call}: its key was answered ${before} before, and ${id} now`)
  world.responseIdsByKey.set(`${caller} ${key}`, id)
}

const isDone = ({ status, code }: ClientResponse) => status === 200 && code > 20_000 && code < 20_010
const idOf = (response: ClientResponse | null): string =>
  String((response?.result as { id?: unknown } | null)?.id ?? '')
