import { withData } from '../apps/server/src/cli/open-data.ts'
import { house } from '../apps/server/src/ledger/ledger.ts'
import { createLedger } from '../apps/server/src/ledger/postgres-ledger.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'

/**
 * Credits a real account with USDT from the sandbox's own trading capital, as a won contract would: the ledger has no other way
 * while deposits are not possible. Runs next to the server, under the ledger's own rules.
 */
export async function creditAccount(dataDir: string, userId: string, usdt: number): Promise<void> {
  await withData(dataDir, async ({ db }) => {
    const minor = BigInt(usdt) * 1_000_000n
    const from = { class: 'trading-capital', owner: house, asset: 'USDT' } as const
    const to = { class: 'customer', owner: userId, asset: 'USDT' } as const
    const outcome = await createLedger(db, systemClock).post({
      id: `journey:${userId}`,
      reference: null,
      steps: [{ do: 'transfer', kind: 'contract-profit', from, to, minor }],
    })
    if (!outcome.ok) throw new Error(`the account was not credited: ${JSON.stringify(outcome)}`)
  })
}
