import type { DepthExchange } from '@candor/contract'

export type DepthKind = 'book' | 'trades'

/** Names of the exchanges, the same in every language. */
export const exchangeNames: Readonly<Record<DepthExchange, string>> = {
  kraken: 'Kraken',
  coinbase: 'Coinbase',
  binance: 'Binance',
}

/** The asset that volumes of a market are in. Markets with a book are coins in USDT or US dollars. */
export const baseOf = (code: string): string => code.replace(/USDT?$/, '')
