import type { AssetCode } from '@candor/money'
import type { ChainSight, FundingChain } from '@candor/rules'
import { type ChainTransaction, sameAddress } from './chain.ts'

/** What of a transaction concerns a deposit or a withdrawal: all it pays to these addresses in the coin. */
export function sightOfPayments(
  shown: ChainTransaction,
  {
    chain,
    coin,
    addresses,
  }: { readonly chain: FundingChain; readonly coin: AssetCode; readonly addresses: readonly string[] },
): ChainSight {
  const paidMinor = shown.payments
    .filter((paid) => paid.coin === coin && addresses.some((one) => sameAddress(chain, one, paid.recipient)))
    .reduce((sum, { minor }) => sum + minor, 0n)
  return { state: stateOf(shown), confirmations: shown.confirmations, paidMinor }
}

function stateOf({ found, failed, confirmations }: ChainTransaction): ChainSight['state'] {
  if (!found) return 'missing'
  if (failed) return 'failed'
  return confirmations === 0 ? 'unconfirmed' : 'mined'
}

/** Looks at each in its turn and counts what that settled. A node that does not answer for one does not stop the others. */
export async function lookAtEach<Row extends { readonly id: string }>(
  log: { error(details: object, message: string): void },
  rows: readonly Row[],
  look: (row: Row) => Promise<boolean>,
): Promise<number> {
  let settled = 0
  for (const row of rows) {
    const done = await look(row).catch((err: unknown) => {
      log.error({ err, id: row.id }, 'the chain could not be asked')
      return false
    })
    if (done) settled += 1
  }
  return settled
}
