export * from './decision.ts'
export * from './markets/market.ts'
export * from './markets/quote.ts'
