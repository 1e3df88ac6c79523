import type { AssetCode } from '@candor/money'
import type { ChainSight, FundingChain } from '@candor/rules'
import { type ChainTransaction, sameAddress } from './chain.ts'

/** Sums the payments of a transaction to these addresses in the coin, for a deposit or a withdrawal. */
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

/** Classifies a transaction on the chain. */
export function stateOf({ found, failed, confirmations }: ChainTransaction): ChainSight['state'] {
  if (!found) return 'missing'
  if (failed) return 'failed'
  return confirmations === 0 ? 'unconfirmed' : 'mined'
}

/** Options of a job that checks cases on a chain: few at once; after a failure of the node, it retries within a minute. */
export const lookingAt = (log: { error(details: object, message: string): void }, job: string) => ({
  job,
  atOnce: 40,
  mostPerTurn: 40,
  longestWaitMs: 60_000,
  onFailure: (err: unknown, { id }: { readonly id: string }) =>
    log.error({ err, id }, 'the chain could not be read'),
})
