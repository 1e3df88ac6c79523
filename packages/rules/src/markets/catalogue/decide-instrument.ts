import { assetCodes, type Price, parseLots, parsePrice, parseRate } from '@candor/money'
import { accept, type Decision, refuse } from '../../decision.ts'
import { conversionCodes } from '../../orders/conversion.ts'
import { hoursIssues } from '../calendar/session-check.ts'
import type { Market, MarketType, SymbolSource } from '../market.ts'
import { symbolSources } from '../market.ts'
import { decideTerms } from '../market-terms.ts'
import { highestPrice } from '../price-limits.ts'
import { type Instrument, marketOf } from './instrument.ts'

/** A fault at one field of an instrument, as its form shows it. */
interface Issue {
  readonly path: string
  readonly code: string
  /** Markets that are missing or in the way, or a limit. */
  readonly named?: string
}

/** The rulebook's caps of leverage (EU retail rules): for forex of two major currencies and of others. */
const leverageCaps: Readonly<Record<MarketType, number>> = { 1: 20, 2: 2, 3: 5, 4: 20 }
const majorLeverageCap = 30
const majorCurrencies = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'])
const mostDigits = 8
/** Largest order at the start price, in the quote currency: far above any market, far below what an amount can hold. */
const largestOrder = 10n ** 12n
/** Units of a price times a volume in lots, for one of the quote currency. */
const notionalUnit = 10n ** 18n
const widestSpreadShare = 20n
const mostVolatility = 5

/**
 * Decides whether an instrument can be listed beside `listed`, every market so far. Refuses with `invalidInput` and every fault at its field:
 * a code that exists or is not its pair, a currency that no market converts into USDT (the markets that would are named), a tick that the digits
 * do not show, volumes that are not whole steps, terms out of their bounds, hours that overlap, a symbol that another market has.
 */
export function decideInstrument(instrument: Instrument, listed: readonly Market[]): Decision<Market> {
  const unreadable = figureIssues(instrument)
  if (unreadable.length > 0) return refuse('invalidInput', { issues: unreadable })
  const market = marketOf(instrument)
  const issues = [
    ...codeIssues(market, listed),
    ...currencyIssues(market, listed),
    ...priceIssues(market),
    ...volumeIssues(market),
    ...termsIssues(market),
    ...hoursIssues(market.hours).map(({ path, code }) => ({ path: `hours.${path}`, code })),
    ...symbolIssues(market, listed),
    ...simulationIssues(market),
  ]
  return issues.length === 0 ? accept(market) : refuse('invalidInput', { issues })
}

const priceFields = ['tickSize', 'pipSize', 'spreadAdded'] as const
const lotFields = ['lotMin', 'lotStep', 'lotMax'] as const
const rateFields = ['commissionRate', 'swapLong', 'swapShort'] as const

/** Finds figures that cannot be read: no decimals, or finer than their unit. */
function figureIssues(instrument: Instrument): Issue[] {
  const { simulation } = instrument
  const unreadable = [
    ...priceFields.filter((field) => parsePrice(instrument[field]) === null),
    ...lotFields.filter((field) => parseLots(instrument[field]) === null),
    ...rateFields.filter((field) => parseRate(instrument[field]) === null),
    ...(['price', 'spread'] as const)
      .filter((field) => parsePrice(simulation[field]) === null)
      .map((field) => `simulation.${field}`),
  ]
  return unreadable.map((path) => ({ path, code: 'decimal' }))
}

function codeIssues({ code, type, base, quoteCurrency }: Market, listed: readonly Market[]): Issue[] {
  const issues: Issue[] = []
  const isPair = type === 1 || type === 2
  if (listed.some((one) => one.code === code)) issues.push({ path: 'code', code: 'exists' })
  if (isPair && code !== `${base}${quoteCurrency}`) issues.push({ path: 'code', code: 'not-the-pair' })
  if (!isPair && base !== code) issues.push({ path: 'base', code: 'not-the-code' })
  if (base === quoteCurrency) issues.push({ path: 'quoteCurrency', code: 'same-currency' })
  return issues
}

/** A currency needs a market that converts it, and keeps the market that converts it now: open positions are worth what that gives. */
function currencyIssues({ code, base, quoteCurrency }: Market, listed: readonly Market[]): Issue[] {
  const issues: Issue[] = []
  const codes = new Set(listed.map((one) => one.code))
  const ways = conversionCodes(quoteCurrency).map((one) => one.code)
  if (ways.length > 0 && !ways.some((way) => way === code || codes.has(way)))
    issues.push({ path: 'quoteCurrency', code: 'no-conversion', named: ways.join(', ') })
  for (const currency of [base, quoteCurrency]) {
    const places = conversionCodes(currency).map((one) => one.code)
    const own = places.indexOf(code)
    const now = places.findIndex((place) => codes.has(place))
    const isUsed =
      listed.some((one) => one.quoteCurrency === currency) || assetCodes.some((asset) => asset === currency)
    if (own >= 0 && now > own && isUsed)
      issues.push({ path: 'code', code: 'takes-over-conversion', named: places[now] ?? '' })
  }
  return issues
}

function priceIssues({ digits, tickSize, pipSize }: Market): Issue[] {
  if (digits > mostDigits) return [{ path: 'digits', code: 'too-many' }]
  const finest = 10n ** BigInt(10 - digits)
  const issues: Issue[] = []
  if (tickSize <= 0n) issues.push({ path: 'tickSize', code: 'not-positive' })
  else if (tickSize % finest !== 0n) issues.push({ path: 'tickSize', code: 'finer-than-digits' })
  else if (pipSize <= 0n || pipSize % tickSize !== 0n)
    issues.push({ path: 'pipSize', code: 'not-whole-ticks' })
  return issues
}

function volumeIssues({ contractSize, lotMin, lotStep, lotMax, simulation }: Market): Issue[] {
  const issues: Issue[] = []
  if (contractSize < 1n) issues.push({ path: 'contractSize', code: 'not-positive' })
  if (lotStep <= 0n) return [...issues, { path: 'lotStep', code: 'not-positive' }]
  if (lotMin <= 0n || lotMin % lotStep !== 0n) issues.push({ path: 'lotMin', code: 'not-whole-steps' })
  if (lotMax < lotMin || lotMax % lotStep !== 0n) issues.push({ path: 'lotMax', code: 'not-whole-steps' })
  const start = BigInt(Math.ceil(simulation.price)) * 10n ** 10n
  if (lotMax * contractSize * start > largestOrder * notionalUnit)
    issues.push({ path: 'lotMax', code: 'too-large' })
  return issues
}

function termsIssues(market: Market): Issue[] {
  const { type, base, quoteCurrency } = market
  const isMajor = type === 1 && majorCurrencies.has(base) && majorCurrencies.has(quoteCurrency)
  const leverageMax = isMajor ? majorLeverageCap : leverageCaps[type]
  const mid = parsePrice(String(market.simulation.price)) ?? null
  const decision = decideTerms({ ...market, leverageMax }, market, mid)
  if (decision.ok) return []
  const { issues } = decision.details as { readonly issues: readonly Issue[] }
  return issues.map((issue) =>
    issue.code === 'above-cap' ? { ...issue, named: String(leverageMax) } : issue,
  )
}

const sourcesOfCrypto: readonly SymbolSource[] = ['kraken', 'coinbase', 'binance']

function symbolIssues({ type, added }: Market, listed: readonly Market[]): Issue[] {
  return symbolSources.flatMap((source) => {
    const symbol = added?.symbols[source]
    if (symbol === undefined) return []
    const path = `symbols.${source}`
    if (sourcesOfCrypto.includes(source) !== (type === 2)) return [{ path, code: 'not-for-class' }]
    // Massive names a forex pair by its two currencies.
    if (source === 'massive' && type === 1 && !/^[A-Z]{6}$/.test(symbol))
      return [{ path, code: 'not-a-pair' }]
    const other = listed.find((one) => one.type === type && one.added?.symbols[source] === symbol)
    return other === undefined ? [] : [{ path, code: 'taken', named: other.code }]
  })
}

function simulationIssues({ simulation, tickSize }: Market): Issue[] {
  const { price, spread, volatility } = simulation
  const issues: Issue[] = []
  const start = parsePrice(String(price)) ?? (0n as Price)
  if (start < tickSize || start > highestPrice)
    issues.push({ path: 'simulation.price', code: 'out-of-bounds' })
  if (spread < 0 || spread * Number(widestSpreadShare) > price)
    issues.push({ path: 'simulation.spread', code: 'too-wide' })
  if (volatility < 0 || volatility > mostVolatility)
    issues.push({ path: 'simulation.volatility', code: 'out-of-bounds' })
  return issues
}
