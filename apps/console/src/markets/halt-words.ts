import type { MarketHalt } from '@candor/contract'

/** The five reasons customers read in their own language, as the console names them. */
export const haltWords: Readonly<Record<MarketHalt['reason'], string>> = {
  news: 'News is expected',
  exchange: 'The exchange halted it',
  prices: 'Prices cannot be relied on',
  corporateAction: 'A corporate action is under way',
  technical: 'A technical fault',
}
