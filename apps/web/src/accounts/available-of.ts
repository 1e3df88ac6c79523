import type { AccountSummary } from '@candor/contract'

type Coin = AccountSummary['balances'][number]['asset']

/** What a customer may spend or withdraw of a coin now; null when the account has none of it. USDT also backs positions. */
export function availableOf({ balances, free }: AccountSummary, coin: Coin): string | null {
  if (coin === 'USDT') return free
  return balances.find(({ asset }) => asset === coin)?.available ?? null
}
