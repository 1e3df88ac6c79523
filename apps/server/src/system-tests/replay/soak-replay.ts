// The long form of the replay's proof: `npm run soak:replay -- [how many orders] [seed]`. Orders of every kind, so many
// that more than 10 000 are settled, over the whole recorded folder, through the real engine and ledger, against a straight-line recomputation; then every receipt
// checked from itself alone. Prints its figures last and ends with 1 when anything was wrong.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { overdrawnCustomers, reconcile } from '../../ledger/reconciliation/reconcile.ts'
import type { Database } from '../../platform/database/database.ts'
import { startEmbeddedServer } from '../../platform/database/embedded/embedded-server.ts'
import { cloneDatabase, makeTemplate } from '../../platform/database/temporary/clone-database.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { type Compared, compareReplay, layOut } from '../../trading/reference-model/compare.ts'
import { marketTerms } from '../../trading/reference-model/market-terms.ts'
import { readRows, recordedFolder } from '../../trading/reference-model/rows.ts'
import { scriptedOrders, stakers } from '../../trading/reference-model/scripted-orders.ts'
import { checkReceipts } from './check-receipts.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const say = (text: string) => process.stdout.write(`${text}\n`)

const [orders = 20_000, seed = 20_261_121] = process.argv.slice(2).map(Number)
const recorded = recordedFolder()
if (recorded === null) {
  say('../shared/market-data is missing: there are no recorded quotes to replay')
  process.exit(2)
}
const dataDir = temporaryDataDir('candor-soak-')
const server = await startEmbeddedServer({ dataDir, log: silent })
const { host = '', port = 0 } = server.connection
await makeTemplate({ host, port })
const db = await cloneDatabase({ host, port }, 'template', 10)
const wrong = await soak(db, join(dataDir, 'quotes'), recorded)
await db.close()
await server.stop()
rmSync(dataDir, { recursive: true, force: true })
for (const finding of wrong.slice(0, 20)) say(`WRONG: ${finding}`)
say(wrong.length === 0 ? 'nothing wrong' : `${wrong.length} things wrong`)
process.exit(wrong.length === 0 ? 0 : 1)

async function soak(database: Database, quotesDir: string, from: string): Promise<string[]> {
  layOut(quotesDir, from, null)
  const rows = readRows(quotesDir, Object.keys(marketTerms))
  const script = [...stakers(rows, 'USDJPY', 100), ...scriptedOrders(rows, { orders, each: 8, seed })]
  say(`${rows.length} quotes, ${orders} orders, ${script.length} calls, seed ${seed} …`)
  const compared = await compareReplay(database, quotesDir, rows, script)
  const checked = await checkReceipts(database, dataDir, compared.expected.traded)
  for (const [what, times] of counted(compared)) say(`  ${what}: ${times}`)
  const { quotes, calls, seconds, expected } = compared
  say(`${expected.traded.size} of ${quotes} quotes were tradable`)
  say(`${checked.receipts} receipts, ${checked.settlements} of them settled, recomputed and verified`)
  say(
    `${Math.round(quotes / seconds)} quotes/s, ${Math.round(orders / seconds)} orders/s, ${Math.round(calls / seconds)} calls/s through engine and ledger`,
  )
  return [...differences(compared), ...(await ledgerFindings(database)), ...checked.wrong]
}

function differences({ lines, balances, expected, quotes }: Compared): string[] {
  const wrong = lines.flatMap((line, at) =>
    line === expected.lines[at] ? [] : [`line ${at}: ${line}, in a straight line ${expected.lines[at]}`],
  )
  if (lines.length !== expected.lines.length)
    wrong.push(`${lines.length} lines, in a straight line ${expected.lines.length}`)
  for (const [as, balance] of Object.entries(expected.balances))
    if (balances[as] !== balance) wrong.push(`${as} has ${balances[as]}, in a straight line ${balance}`)
  // Without the recorded bad prints among them this would prove less.
  if (expected.traded.size >= quotes) wrong.push('every quote was tradable')
  return wrong
}

async function ledgerFindings(database: Database): Promise<string[]> {
  const overdrawn = await overdrawnCustomers(database)
  return [
    ...overdrawn.map(({ owner, balance }) => `the customer ${owner} stands at ${balance}`),
    ...(await reconcile(database)),
  ]
}

/** Counts each kind of event, refusals by code and closes by reason. */
function counted({ lines, printed }: Compared): [string, number][] {
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  for (const line of lines) {
    const [, what = '', code = ''] = line.split(' ')
    count(what === 'refused' ? `refused ${code}` : what)
  }
  for (const { event, part } of printed)
    if (event === 'swap' || event === 'edit' || part) count(part ? 'part' : String(event))
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}
