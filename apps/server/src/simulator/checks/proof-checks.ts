import { checkSignedMessage } from '../../funding/chain/signed-message.ts'
import { checkOwnProof, type OwnProof } from '../../proofs/liabilities/check-liabilities.ts'
import type { Customer } from '../customers/customer.ts'
import type { World } from '../world.ts'

/**
 * Computes the liability to a customer in an asset from their own entries alone, up to the moment of the proof: everything that came from
 * or went to other accounts than their plans and savings, less the cost of a plan's early end. One row for all before that moment, and one
 * for each entry of it.
 */
const owedText = `
  WITH moved AS (
    SELECT e.seq, e.asset, e.created_at, CASE WHEN c.class = 'customer' THEN e.minor ELSE -e.minor END AS minor
      FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
     WHERE e.asset <> 'DEMO' AND (d.class = 'customer' AND d.owner = $1 AND c.class NOT IN ('plan-principal', 'savings-principal')
        OR c.class = 'customer' AND c.owner = $1 AND d.class NOT IN ('plan-principal', 'savings-principal'))
    UNION ALL
    SELECT e.seq, e.asset, e.created_at, -e.minor
      FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      JOIN smart_plans p ON p.id::text = e.reference
     WHERE d.class = 'plan-principal' AND c.class <> 'customer' AND p.user_id::text = $1)
  SELECT asset, 0 AS seq, coalesce(sum(minor) FILTER (WHERE created_at < $2), 0)::bigint AS minor FROM moved GROUP BY asset
  UNION ALL SELECT asset, seq, minor FROM moved WHERE created_at = $2
   ORDER BY asset, seq`

interface OwedRow {
  readonly asset: string
  readonly minor: bigint
}

/** The day's published proof contains everyone, with all they are owed, and each can check their own part of it. */
export async function checkProof(world: World): Promise<void> {
  const visitor = { as: '', mode: 'real' } as const
  const response = world.platform.call('liabilities', { date: 'latest' }, visitor)
  const { code, result } = await world.driver.awaited(response, 'liabilities')
  if (code !== 200) return world.reportFinding(`no proof of what is owed: ${code}`)
  const { proof } = result as { proof: OwnProof['proof'] }
  const today = new Date(world.now).toISOString().slice(0, 10)
  if (proof.document.date !== today)
    return world.reportFinding(
      `the newest proof of what is owed is of ${proof.document.date}, today is ${today}`,
    )
  await checkHoldings(world, proof)
  for (const customer of world.customers) await checkOwn(world, customer, proof)
}

/** A place is verified on chain only where somebody showed before that its key is theirs, and a node looked (trust T15). */
async function checkHoldings(world: World, { document }: OwnProof['proof']): Promise<void> {
  const shown = await world.driver.statements.look<{ address: string; at: bigint }>(
    'SELECT address, min(shown_at) AS at FROM trust_holding_control WHERE shown_at IS NOT NULL GROUP BY address',
  )
  const isShown = (address: string | null) =>
    shown.some((one) => one.address === address && Number(one.at) <= Date.parse(document.at))
  for (const { name, address, basis } of document.assets.flatMap(({ held }) => held))
    if (basis === 'chain' && (world.chain === null || !isShown(address)))
      world.reportFinding(`the proof calls “${name}” verified on chain, and nobody showed whose it is`)
}

async function checkOwn(world: World, customer: Customer, proof: OwnProof['proof']): Promise<void> {
  const { name } = customer.person
  const response = world.call(customer, 'liabilityLeaf', { date: 'latest' }, { mode: 'real' })
  await world.finish()
  if (response.response?.code !== 200)
    return world.reportFinding(`no leaf of ${name}: ${response.response?.code}`)
  const { leaves } = response.response.result as Pick<OwnProof, 'leaves'>
  const checked = { keys: world.platform.keys, checkSignature: checkSignedMessage }
  for (const finding of await checkOwnProof({ proof, leaves }, checked))
    world.reportFinding(`the proof of ${name}: ${finding}`)
  const rows = await world.driver.statements.look<OwedRow>(owedText, [
    customer.person.id,
    new Date(proof.document.at),
  ])
  for (const asset of new Set(rows.map((row) => row.asset))) {
    const leaf = leaves.find((one) => one.asset === asset)
    const stated = leaf === undefined ? 0n : minorOf(leaf.amount)
    // Other jobs ran at the same moment: what they did may be in it or not.
    const possible = runningSums(rows.filter((row) => row.asset === asset))
    if (!possible.includes(stated))
      world.reportFinding(
        `the proof owes ${name} ${stated} ${asset}, by the ledger it is ${possible.join(' or ')}`,
      )
  }
}

const minorOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

function runningSums(rows: readonly OwedRow[]): bigint[] {
  const sums: bigint[] = []
  for (const { minor } of rows) sums.push((sums.at(-1) ?? 0n) + minor)
  return sums
}
