import { divide, Exact, type Lots, type Price, type Rate, roundHalfEven } from '@candor/money'
import type { SplitRatio } from './adjustments.ts'
import { standardMarginLevels } from './amounts/margin-levels.ts'
import { profitMinor } from './amounts/profit.ts'
import { closingPrice, type Direction } from './contract.ts'
import { ownPrice } from './levels/crossing.ts'

/** A position at the time its account was stopped out. Amounts in USDT's smallest unit. */
export interface PositionThen {
  readonly id: string
  readonly code: string
  readonly direction: Direction
  readonly lots: Lots
  readonly openPrice: Price
  /** The order's own, added to the feed's spread. */
  readonly spreadAdded: Price
  readonly marginMinor: bigint
  readonly owedMinor: bigint
  /** The order's own close-out level. */
  readonly closeOut: Rate
}

/** Basis on which a market's positions were valued: its quote, and the conversion of its currency. */
export interface MarketThen extends NamedQuoteThen {
  readonly conversion: Exact
  /** The quote behind the conversion; null for dollars. */
  readonly converted: NamedQuoteThen | null
  /** The split that the quote's prices were adjusted for after it was received. */
  readonly split: SplitRatio | null
  /** Dividends for one unit that were paid after it was received, and taken off its prices after the split; null for none. */
  readonly dividend: Price | null
}

/** A quote by its number, with its time and prices. */
export interface NamedQuoteThen {
  readonly code: string
  readonly seq: number
  readonly receivedAt: number
  readonly bid: Price
  readonly ask: Price
}

/**
 * Formats a position as the line that a receipt's `positionsHash` covers: prices in units of 10^-10, lots of 10^-8. A close-out level other than
 * the standard one follows, in 10^-12: lines written before there was any have none.
 */
export const positionLine = (one: PositionThen): string =>
  [
    'position',
    one.id,
    one.code,
    one.direction,
    one.lots,
    one.openPrice,
    one.spreadAdded,
    one.marginMinor,
    one.owedMinor,
    ...(one.closeOut === standardMarginLevels.closeOut ? [] : [one.closeOut]),
  ].join('|')

/** Formats a market as a line of the same: a conversion's quote follows where there is one, a split as `split|new|old`, and a dividend as `dividend|amount`. */
export const marketLine = ({ conversion, converted, split, dividend, ...quote }: MarketThen): string =>
  [
    ...['market', ...quoteFields(quote), conversion.numerator, conversion.denominator],
    ...(converted === null ? [] : quoteFields(converted)),
    ...(split === null ? [] : ['split', split.fresh, split.old]),
    ...(dividend === null ? [] : ['dividend', dividend]),
  ].join('|')

const quoteFields = ({ code, seq, receivedAt, bid, ask }: NamedQuoteThen) => [code, seq, receivedAt, bid, ask]

/** Parses the lines of an account; null when one is not written exactly as a position's or a market's line is. */
export function readAccountLines(
  lines: readonly string[],
): { readonly positions: readonly PositionThen[]; readonly markets: readonly MarketThen[] } | null {
  const positions: PositionThen[] = []
  const markets: MarketThen[] = []
  try {
    for (const line of lines) {
      const [kind, ...fields] = line.split('|')
      if (kind === 'position') positions.push(exactly(line, readPosition(fields), positionLine))
      else markets.push(exactly(line, readMarket(fields), marketLine))
    }
  } catch {
    // Another line, or a field that is not a number.
    return null
  }
  return { positions, markets }
}

/** Refuses any other text than the one written for `read`: a missing field, for one, would count as zero. */
function exactly<T>(line: string, read: T, write: (read: T) => string): T {
  if (write(read) !== line) throw new SyntaxError('not the line that is written for it')
  return read
}

const figure = (text: string | undefined): bigint => BigInt(text ?? '')

function readPosition([id = '', code = '', direction, ...figures]: readonly string[]): PositionThen {
  const [lots, openPrice, spreadAdded, margin, owed, closeOut] = figures
  return {
    id,
    code,
    direction: direction === 'buy' ? 'buy' : 'sell',
    lots: figure(lots) as Lots,
    openPrice: figure(openPrice) as Price,
    spreadAdded: figure(spreadAdded) as Price,
    marginMinor: figure(margin),
    owedMinor: figure(owed),
    closeOut: closeOut === undefined ? standardMarginLevels.closeOut : readLevel(closeOut),
  }
}

function readLevel(text: string): Rate {
  const level = figure(text)
  if (level <= 0n) throw new RangeError('a level is above zero')
  return level as Rate
}

function readMarket(fields: readonly string[]): MarketThen {
  const [numerator, denominator, ...rest] = fields.slice(5)
  const [[amount], beforeDividend] = cut(rest, 'dividend')
  const [[fresh, old], converted] = cut(beforeDividend, 'split')
  return {
    ...readQuote(fields),
    conversion: new Exact(figure(numerator), figure(denominator)),
    converted: converted.length === 0 ? null : readQuote(converted),
    split: fresh === undefined ? null : { fresh: figure(fresh), old: figure(old) },
    dividend: amount === undefined ? null : (figure(amount) as Price),
  }
}

/** Returns the fields after a named one, and those before it; all of them are before it where it is missing. */
function cut(fields: readonly string[], name: string): [readonly string[], readonly string[]] {
  const at = fields.indexOf(name)
  return at === -1 ? [[], fields] : [fields.slice(at + 1), fields.slice(0, at)]
}

const readQuote = ([code = '', seq, receivedAt, bid, ask]: readonly string[]): NamedQuoteThen => ({
  code,
  seq: Number(seq),
  receivedAt: Number(receivedAt),
  bid: figure(bid) as Price,
  ask: figure(ask) as Price,
})

/** The price a position closes at by its market's quote. */
const closesAt = ({ direction, spreadAdded }: PositionThen, { bid, ask }: MarketThen): Price =>
  closingPrice(direction, {
    sellPrice: ownPrice('bid', bid, spreadAdded),
    buyPrice: ownPrice('ask', ask, spreadAdded),
  })

/** Profit of closing the position, before commission; half to even. */
export const profitThen = (position: PositionThen, market: MarketThen, contractSize: bigint): bigint =>
  profitMinor(position, closesAt(position, market), contractSize, market.conversion)

/** Unrealised profit of all positions of one market, half to even once, as stop-outs value it. */
export function marketProfitThen(
  positions: readonly PositionThen[],
  market: MarketThen,
  contractSize: bigint,
): bigint {
  const gain = positions.reduce((sum, one) => {
    const up = closesAt(one, market) - one.openPrice
    return sum + (one.direction === 'buy' ? up : -up) * one.lots
  }, 0n)
  const { numerator, denominator } = market.conversion
  return divide(gain * contractSize * numerator, denominator * 10n ** 12n, roundHalfEven)
}
