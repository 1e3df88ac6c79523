import { checkOwnProof, type OwnProof } from '../trust/check-liabilities.ts'
import type { Customer, World } from './world.ts'

/**
 * What a customer is owed of an asset by the entries of their own alone, before and through the moment of the proof: whatever came from or
 * went to anything but their plans and savings, less what a plan's early end cost.
 */
const owedText = `
  WITH moved AS (
    SELECT e.asset, e.created_at, CASE WHEN c.class = 'customer' THEN e.minor ELSE -e.minor END AS minor
      FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
     WHERE e.asset <> 'DEMO' AND (d.class = 'customer' AND d.owner = $1 AND c.class NOT IN ('plan-principal', 'savings-principal')
        OR c.class = 'customer' AND c.owner = $1 AND d.class NOT IN ('plan-principal', 'savings-principal'))
    UNION ALL
    SELECT e.asset, e.created_at, -e.minor
      FROM ledger_entries e JOIN ledger_accounts d ON d.id = e.debited JOIN ledger_accounts c ON c.id = e.credited
      JOIN smart_plans p ON p.id::text = e.reference
     WHERE d.class = 'plan-principal' AND c.class <> 'customer' AND p.user_id::text = $1)
  SELECT asset, coalesce(sum(minor) FILTER (WHERE created_at < $2), 0)::bigint AS before, coalesce(sum(minor) FILTER (WHERE created_at <= $2), 0)::bigint AS through
    FROM moved GROUP BY asset ORDER BY asset`

interface OwedRow {
  readonly asset: string
  readonly before: bigint
  readonly through: bigint
}

/** The day's published proof contains everyone, with all they are owed, and each can check their own part of it. */
export async function checkProof(world: World): Promise<void> {
  const visitor = { as: '', mode: 'real' } as const
  const asked = world.platform.ask('liabilities', { date: 'latest' }, visitor)
  const { code, result } = await world.driver.awaited(asked, 'liabilities')
  if (code !== 200) return world.found(`no proof of what is owed: ${code}`)
  const { proof } = result as { proof: OwnProof['proof'] }
  const today = new Date(world.now).toISOString().slice(0, 10)
  if (proof.document.date !== today)
    return world.found(`the newest proof of what is owed is of ${proof.document.date}, today is ${today}`)
  for (const customer of world.customers) await checkOwn(world, customer, proof)
}

async function checkOwn(world: World, customer: Customer, proof: OwnProof['proof']): Promise<void> {
  const { name } = customer.person
  const asked = world.ask(customer, 'liabilityLeaf', { date: 'latest' }, { mode: 'real' })
  await world.finish()
  if (asked.answer?.code !== 200) return world.found(`no leaf of ${name}: ${asked.answer?.code}`)
  const { leaves } = asked.answer.result as Pick<OwnProof, 'leaves'>
  for (const finding of await checkOwnProof({ proof, leaves }, world.platform.keys))
    world.found(`the proof of ${name}: ${finding}`)
  const rows = await world.driver.statements.look<OwedRow>(owedText, [
    customer.person.id,
    new Date(proof.document.at),
  ])
  for (const { asset, before, through } of rows) {
    const leaf = leaves.find((one) => one.asset === asset)
    const stated = leaf === undefined ? 0n : BigInt(leaf.amount.replace('.', ''))
    if (stated !== before && stated !== through)
      world.found(`the proof owes ${name} ${stated} ${asset}, by the ledger it is ${through}`)
  }
}
