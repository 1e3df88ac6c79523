import { decimal, div, type Fraction, fraction, mul, sub } from '../../trading/reference-model/fractions.ts'
import { quoteName } from '../../trading/reference-model/prices.ts'
import type { World } from '../world.ts'
import { type Entry, entriesOf, groupsOf, inputOf, sumOf } from './entries.ts'
import { minorOf, PublishedTerms, scaleOf } from './terms.ts'

/** A price of the market's that a conversion says it was made at. */
interface UsedQuote {
  readonly code: string
  readonly receivedAt: number
  readonly bid: string
  readonly ask: string
}

interface ConversionRow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly quotes: readonly UsedQuote[]
  readonly quoted_at: bigint
}

interface ConvertedAmounts {
  readonly given: bigint
  readonly fee: bigint
  readonly received: bigint
}

/** A coin's price counts for so long by the server's clock. */
const freshMs = 500
/** A quote is good for so long. */
const heldMs = 10_000
/** A request waits for a connection for five seconds at most, and says its moment after that. */
const underWayMs = 6_000

/**
 * Checks every conversion: it gave what was asked for, less the fee in force, at a price the market gave real accounts just then, sold at
 * the bid and bought at the ask, each rounded once. Strict both ways. A spread that operators add to a market's orders is none of it.
 */
export async function checkConversions(world: World): Promise<void> {
  const rows = await world.driver.statements.look<ConversionRow>(
    `SELECT id::text, from_asset AS "from", to_asset AS "to", quotes, quoted_at FROM funding_conversions ORDER BY sequence`,
  )
  const entries = groupsOf(
    await entriesOf(world, ['conversion-sold', 'conversion-fee', 'conversion-bought']),
    ({ reference }) => reference,
  )
  const published = await PublishedTerms.read(world)
  for (const row of rows) {
    const own = entries.get(row.id) ?? []
    const of = (kind: string) => sumOf(own.filter((one) => one.kind === kind))
    const [sold, fee, received] = [-of('conversion-sold'), -of('conversion-fee'), of('conversion-bought')]
    judgePrices(world, row, own)
    judgePromise(world, row, { given: sold + fee, fee, received })
    judgeAmounts(world, row, { given: sold + fee, fee, received }, published)
  }
}

/** The prices are the market's own, for real money, and those of the moment. */
function judgePrices(
  world: World,
  { id, quotes, quoted_at }: ConversionRow,
  [first]: readonly Entry[],
): void {
  const quotedAt = Number(quoted_at)
  const own = world.market.straight.tradedBy('real')
  for (const { code, receivedAt, bid, ask } of quotes)
    if (!own.has(quoteName(code, receivedAt, decimal(bid), decimal(ask))))
      world.reportFinding(
        `conversion ${id} is priced ${bid} ${ask} in ${code}, which the market did not give`,
      )
  // By clocks that were set, what came first is no longer known.
  if (world.latest !== 0) return
  if (first !== undefined && first.at > quotedAt + heldMs + underWayMs)
    world.reportFinding(`conversion ${id} was made ${first.at - quotedAt} ms after its quote`)
  for (const used of quotes) judgeMoment(world, id, used, quotedAt)
}

function judgeMoment(world: World, id: string, { code, receivedAt }: UsedQuote, quotedAt: number): void {
  if (quotedAt - receivedAt > freshMs + underWayMs)
    world.reportFinding(`conversion ${id} is priced in ${code} ${quotedAt - receivedAt} ms after the market`)
  // A second server may not have heard of the next price yet.
  if (world.network !== null) return
  const next = world.market.straight.firstFrom(code, 'real', receivedAt + 1)?.at ?? quotedAt
  if (next < quotedAt - underWayMs)
    world.reportFinding(
      `conversion ${id} is priced in ${code} before the market moved, ${quotedAt - next} ms ago`,
    )
}

/** The amount promised with the quote is the one that was given. */
function judgePromise(world: World, { id, from, to }: ConversionRow, moved: ConvertedAmounts): void {
  const input = inputOf(world, 'convert', id)
  if (input === null) return
  const quoted = world.requests.find(
    ({ call, response }) =>
      call === 'quoteConvert' &&
      response?.status === 200 &&
      (response.result as { quoteId?: unknown } | null)?.quoteId === input.quoteId,
  )
  const quotedAmounts = (quoted?.response?.result ?? null) as { fee: string; received: string } | null
  const expected =
    quotedAmounts === null
      ? { given: minorOf(decimal(String(input.amount)), from), fee: moved.fee, received: moved.received }
      : {
          given: minorOf(decimal(String(input.amount)), from),
          fee: minorOf(decimal(quotedAmounts.fee), from),
          received: minorOf(decimal(quotedAmounts.received), to),
        }
  if (shown(moved) !== shown(expected))
    world.reportFinding(`conversion ${id} moved ${shown(moved)}, promised were ${shown(expected)}`)
}

function judgeAmounts(
  world: World,
  row: ConversionRow,
  moved: ConvertedAmounts,
  published: PublishedTerms,
): void {
  const { id, from, to } = row
  const given = fraction(moved.given, scaleOf(from))
  const price = priceOf(row)
  const follows = published.ratesAround('convertRate', '0.002', Number(row.quoted_at)).map((rate) => {
    const fee = minorOf(mul(given, rate), from)
    const changed = sub(given, fraction(fee, scaleOf(from)))
    return { given: moved.given, fee, received: minorOf(mul(changed, price), to) }
  })
  if (!follows.some((one) => shown(one) === shown(moved)))
    world.reportFinding(
      `conversion ${id} of ${from} to ${to} moved ${shown(moved)}, ${follows.map(shown).join(' or ')} follows`,
    )
}

/** The coin given is sold at its market's bid, the coin wanted is bought at its market's ask. */
function priceOf({ from, to, quotes }: ConversionRow): Fraction {
  const inUsdt = (coin: string, side: 'bid' | 'ask'): Fraction => {
    const used = quotes.find(({ code }) => code === `${coin}USDT`)
    return used === undefined ? fraction(1n) : decimal(used[side])
  }
  return div(inUsdt(from, 'bid'), inUsdt(to, 'ask'))
}

const shown = ({ given, fee, received }: ConvertedAmounts): string =>
  `${given} with ${fee} of fee for ${received}`
