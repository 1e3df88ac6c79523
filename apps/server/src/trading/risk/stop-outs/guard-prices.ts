import { divide, type Exact } from '@candor/money'
import { ceilMinor, conversionCodes, type Market, tradingEquityMinor } from '@candor/rules'
import type { Account, Leg } from '../../engine/position.ts'
import { alwaysReached, type Watch } from '../../triggers/trigger-index.ts'

/** A price at which a stop-out could first be possible. */
export interface Guard {
  readonly code: string
  readonly watch: Watch
  readonly price: bigint
}

export interface CurrentPrices {
  /** Sell and buy price of the market's newest tradable quote in hours; null before the first. */
  prices(code: string): { readonly sellPrice: bigint; readonly buyPrice: bigint } | null
  conversion(market: Market): Exact | null
  /** The mid of a market that converts a currency; null without a quote. */
  mid(code: string): bigint | null
}

interface Side {
  readonly leg: Leg
  readonly buys: boolean
  readonly lots: bigint
  readonly conversion: Exact
  /** Unrealised profit in USDT's smallest unit, rounded toward minus infinity. */
  readonly valueMinor: bigint
  /** Price at which it closes now. */
  readonly price: bigint
}

const perMinor = 10n ** 12n
const floor = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  return numerator % denominator !== 0n && numerator < 0n ? quotient - 1n : quotient
}

/**
 * The prices that guard an account: as long as none is reached, equity stays above the line that is watched next, so that a
 * quote in between costs the account nothing. The slack above that line is shared out evenly over
 * its sides (buys and sells of each market), each side's share between its own price and its conversion. All roundings
 * are on the careful side: a guard may fire early (the exact check then decides), never late.
 * Null when a price is missing: the account is checked when it arrives.
 */
export function guardsOf(account: Account, at: CurrentPrices): Guard[] | null {
  const sides = sidesOf(account, at)
  if (sides === null || account.balanceMinor === null) return null
  const count = BigInt(account.positions.size)
  const unrealised = sides.reduce((sum, side) => sum + side.valueMinor, 0n)
  const equity = tradingEquityMinor({
    balanceMinor: account.balanceMinor,
    unrealisedMinor: unrealised - account.owedMinor,
    heldOtherMinor: account.heldOtherMinor,
  })
  const slack = equity - lineOf(account) - count
  const share = slack > 1n ? (slack - 1n) / BigInt(sides.length) : 0n
  return sides.flatMap((side) => (share > 0n ? guardSide(side, share, at) : guardAlways(side)))
}

/** The next equity to watch: the margin call's, or after the call the stop-out's; the call's is never the lower. */
const lineOf = ({ called, callSum, closeOutSum }: Account): bigint =>
  ceilMinor(called ? closeOutSum : callSum)

function sidesOf(account: Account, at: CurrentPrices): Side[] | null {
  const sides: Side[] = []
  for (const leg of account.legs.values()) {
    const prices = at.prices(leg.market.code)
    const conversion = at.conversion(leg.market)
    if (prices === null || conversion === null) return null
    if (leg.buyLots > 0n) sides.push(sideOf(leg, true, prices.sellPrice, conversion))
    if (leg.sellLots > 0n) sides.push(sideOf(leg, false, prices.buyPrice, conversion))
  }
  return sides
}

function sideOf(leg: Leg, buys: boolean, price: bigint, conversion: Exact): Side {
  const lots = buys ? leg.buyLots : leg.sellLots
  const gain = buys ? price * lots - leg.buyCost : leg.sellCost - price * lots
  const valueMinor = floor(
    gain * leg.market.contractSize * conversion.numerator,
    conversion.denominator * perMinor,
  )
  return { leg, buys, lots, conversion, valueMinor, price }
}

const guardAlways = ({ leg, buys }: Side): Guard[] => {
  const watch = buys ? 'sellFalls' : 'buyRises'
  const own: Guard[] = [{ code: leg.market.code, watch, price: alwaysReached(watch) }]
  return own.concat(
    conversionCodes(leg.market.quoteCurrency).map(({ code }) => ({
      code,
      watch: 'midRises',
      price: alwaysReached('midRises'),
    })),
  )
}

/**
 * With a conversion, half of the share is reserved for it: it may move by b = min(2 %, share ÷ 2|valueMinor|) either way, and
 * the price by what half of the share still buys at the dearer conversion (51 ÷ 50).
 */
function guardSide(side: Side, share: bigint, at: CurrentPrices): Guard[] {
  const { leg, conversion } = side
  const converted = conversionCodes(leg.market.quoteCurrency).length > 0
  const denominator = side.lots * leg.market.contractSize * conversion.numerator
  const distance = converted
    ? (share * perMinor * conversion.denominator * 50n) / (2n * denominator * 51n)
    : (share * perMinor * conversion.denominator) / denominator
  const own: Guard = side.buys
    ? { code: leg.market.code, watch: 'sellFalls', price: side.price - distance }
    : { code: leg.market.code, watch: 'buyRises', price: side.price + distance }
  return converted ? [own, ...guardConversion(side, share, at)] : [own]
}

function guardConversion(side: Side, share: bigint, at: CurrentPrices): Guard[] {
  const used = conversionCodes(side.leg.market.quoteCurrency).find(({ code }) => at.mid(code) !== null)
  const mid = used === undefined ? null : at.mid(used.code)
  if (used === undefined || mid === null) return []
  const size = side.valueMinor < 0n ? -side.valueMinor : side.valueMinor + 1n
  const wide = share * 50n >= 2n * size
  // Half of the band on the mid: its inverse then still stays inside the whole band.
  const move = divide(wide ? mid : mid * share, wide ? 100n : 4n * size, 'down')
  return [
    { code: used.code, watch: 'midFalls', price: mid - move },
    { code: used.code, watch: 'midRises', price: mid + move },
  ]
}
