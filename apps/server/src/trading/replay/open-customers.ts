import { type AccountRef, house, type Ledger } from '../../ledger/ledger.ts'
import { newId } from '../../platform/new-id.ts'
import type { ScriptedCall } from './replay-calls.ts'

/** Demo balance that each customer of a replay starts with. */
export const startMinor = 10_000_000_000n
/** Operator capital, more than any recording can lose. */
const capitalMinor = 1_000_000_000_000_000_000n

/** Opens and funds the accounts of the script's customers and of the operator; returns the customers' ids by name. */
export async function openCustomers(
  ledger: Ledger,
  script: readonly ScriptedCall[],
): Promise<Map<string, string>> {
  const customers = new Map<string, string>()
  for (const { as } of script) if (!customers.has(as)) customers.set(as, newId())
  const demo = (of: AccountRef['class'], owner: string): AccountRef => ({ class: of, owner, asset: 'DEMO' })
  const world = demo('world', house)
  const funds = (['trading-capital', 'negative-balance'] as const).map((of) => ({
    of: demo(of, house),
    kind: 'operator-funding',
    minor: capitalMinor,
  }))
  const grants = [...customers.values()].map((id) => ({
    of: demo('customer', id),
    kind: 'demo-grant',
    minor: startMinor,
  }))
  await ledger.open([world, ...[...funds, ...grants].map(({ of }) => of)])
  const run = newId()
  await Promise.all(
    [...funds, ...grants].map(async ({ of, kind, minor }) => {
      const posting = {
        id: `replay:${run}:${of.class}:${of.owner}`,
        reference: null,
        steps: [{ do: 'transfer' as const, kind, from: world, to: of, minor }],
      }
      const outcome = await ledger.post(posting)
      if (!outcome.ok) throw new Error(`the replay’s customers could not be funded: ${outcome.why}`)
    }),
  )
  return customers
}
