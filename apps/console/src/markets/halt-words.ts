import type { MarketHalt } from '@candor/contract'

/** The five reasons customers read in their own language, as the console names them. */
export const haltWords: Readonly<Record<MarketHalt['reason'], string>> = {
  news: 'Important news is expected',
  exchange: 'Halted by the exchange',
  prices: 'Prices are not reliable',
  corporateAction: 'Corporate action',
  technical: 'Technical problem',
}
