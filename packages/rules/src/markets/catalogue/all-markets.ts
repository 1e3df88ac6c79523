import type { Market } from '../market.ts'
import { cryptoMarkets } from './list-crypto.ts'
import { forexMarkets } from './list-forex.ts'
import { futuresMarkets } from './list-futures.ts'
import { stockMarkets } from './list-stocks.ts'

/** Every market of the platform, class by class (rulebook, Markets). */
export const allMarkets: readonly Market[] = Object.freeze([
  ...forexMarkets,
  ...cryptoMarkets,
  ...stockMarkets,
  ...futuresMarkets,
])

const byCode = new Map(allMarkets.map((market) => [market.code, market]))
const byId = new Map(allMarkets.map((market) => [market.id, market]))

/** The market of this code; null for an unknown one. */
export const marketByCode = (code: string): Market | null => byCode.get(code) ?? null
/** The market of this id or code; null for an unknown one. */
export const marketByIdOrCode = (text: string): Market | null => byId.get(text) ?? byCode.get(text) ?? null
