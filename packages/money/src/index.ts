export {
  Amount,
  type AssetCode,
  assetCodes,
  assetScale,
  btc,
  eth,
  parseUsdt,
  usdt,
  writeMinor,
  writeUsdt,
} from './amount.ts'
export { isDecimalText, parseScaled, writeScaled } from './decimal-text.ts'
export { Exact } from './exact.ts'
export {
  exactLots,
  exactPrice,
  exactRate,
  type Lots,
  lots,
  lotsScale,
  midOf,
  type Price,
  parseLots,
  parsePrice,
  parseRate,
  price,
  priceScale,
  priceToNumber,
  type Rate,
  rate,
  rateScale,
  writeLots,
  writePrice,
  writeRate,
} from './price.ts'
export { divide, type Rounding, roundDown, roundHalfEven, roundUp } from './rounding.ts'
