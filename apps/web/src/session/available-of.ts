import type { AccountSummary } from '@candor/contract'

type Coin = AccountSummary['balances'][number]['asset']

/** Amount of a coin that a customer can spend or withdraw now; null when the account has none of it. USDT also backs positions. */
export function availableOf({ balances, free }: AccountSummary, coin: Coin): string | null {
  if (coin === 'USDT') return free
  return balances.find(({ asset }) => asset === coin)?.available ?? null
}
