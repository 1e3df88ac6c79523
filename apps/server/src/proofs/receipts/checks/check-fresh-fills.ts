import { type Counted, isFreshQuote, isFromMarket, madeAtOf, type StoredQuote } from '@candor/rules'
import { minuteMs } from '@candor/rules/time-units.ts'
import type { Recomputed } from '../recomputation/recomputed.ts'
import { filledReceipt, type MarketFill, marketFillsIn, maxDecisionMs } from './market-fills.ts'
import type { PublishedMinutes } from './published-minutes.ts'

/** Figures of a fill whose receipt states the moments of its call. */
type TimedFill = NonNullable<MarketFill['fill']> & { readonly calledAt: number; readonly dueAt: number }

/** A call is looked at this long after it is due, at most. */
const maxDelayMs = 100

/**
 * Checks that each fill at the market was at a fresh price: at a quote younger than the limit it states, or at a later one that was made
 * after the call. A call waits five seconds at most, its account's turn aside.
 */
export function checkFreshFills(document: unknown): Recomputed {
  const read = filledReceipt.safeParse(document)
  if (!read.success) return { findings: [], proven: [] }
  const judged = marketFillsIn(read.data).flatMap((fill) =>
    fill.fill == null ? [] : [{ number: fill.event, ...judgedFill(fill, fill.fill) }],
  )
  const texts = (isFresh: boolean) =>
    judged.filter((one) => one.isFresh === isFresh).map(({ number, text }) => `event ${number}: ${text}`)
  return { findings: texts(false), proven: texts(true) }
}

interface Judgement {
  readonly isFresh: boolean
  readonly text: string
}

function judgedFill({ at, quote }: MarketFill, fill: NonNullable<MarketFill['fill']>): Judgement {
  const name = `the quote ${quote.code} ${quote.seq}`
  const { freshMs, waitedFrom } = fill
  if (waitedFrom !== null && quote.seq <= waitedFrom)
    return {
      isFresh: false,
      text: `${name} did not arrive after the call, when ${waitedFrom} was the newest`,
    }
  const madeAt = madeAtShown(quote)
  const disorder = isTimed(fill) ? disorderOf(fill, at) : null
  if (disorder !== null) return { isFresh: false, text: disorder }
  const ageMs = at - madeAt
  if (waitedFrom !== null) return judgedWait(name, fill, { madeAt, ageMs, waitedFrom })
  const isInTime = !isTimed(fill) || madeAt > fill.calledAt - freshMs
  return isInTime && ageMs < freshMs + maxDecisionMs
    ? { isFresh: true, text: `${name} was younger than ${freshMs} ms` }
    : { isFresh: false, text: `${name} was ${ageMs} ms old, and had to be younger than ${freshMs} ms` }
}

function judgedWait(
  name: string,
  fill: NonNullable<MarketFill['fill']>,
  { madeAt, ageMs, waitedFrom }: { madeAt: number; ageMs: number; waitedFrom: number },
): Judgement {
  const wasMadeAfter = !isTimed(fill) || madeAt > fill.calledAt
  return wasMadeAfter || ageMs < fill.freshMs + maxDecisionMs
    ? { isFresh: true, text: `${name} arrived after the call, when ${waitedFrom} was the newest and too old` }
    : { isFresh: false, text: `${name} arrived after the call, but was made ${ageMs} ms before the fill` }
}

const disorderOf = ({ calledAt, dueAt }: TimedFill, at: number): string | null =>
  calledAt <= dueAt && dueAt <= at ? null : 'the moments of the call are not in order'

/** A receipt that shows no source or source time is judged by the arrival. */
const madeAtShown = ({ source = 'delayed', time, receivedAt }: MarketFill['quote']): number =>
  madeAtOf({ source, receivedAt, time: time ?? receivedAt })

const isTimed = (fill: NonNullable<MarketFill['fill']>): fill is TimedFill =>
  fill.calledAt !== undefined && fill.dueAt !== undefined

/**
 * Compares a fill with the published quotes from the moment its call was due: it passed over none at which it could have been filled, longer
 * than a decision takes, and did not wait where the newest was young enough. Otherwise a server could choose among prices.
 */
export async function chosenFaults(
  { quote, fill }: MarketFill,
  { counted, minutes }: { readonly counted: Counted; readonly minutes: PublishedMinutes },
): Promise<string[]> {
  if (fill == null || !isTimed(fill)) return []
  const { code, seq, receivedAt } = quote
  const { calledAt, dueAt, freshMs, waitedFrom } = fill
  const counts = ({ judged, source }: StoredQuote) =>
    judged === 2 && (counted === 'any' || isFromMarket(source))
  const before = await quotesOf(minutes, code, dueAt - freshMs, receivedAt)
  const isPassedOver = (one: StoredQuote) =>
    one.seq < seq &&
    one.receivedAt >= dueAt &&
    one.receivedAt < receivedAt - maxDecisionMs &&
    isFreshQuote(one, { now: one.receivedAt, calledAt, freshMs })
  const passedOver = before.find((one) => counts(one) && isPassedOver(one))
  const waited = before.find((one) => one.seq === waitedFrom)
  const wasYoung =
    waited !== undefined && isFreshQuote(waited, { now: dueAt + maxDelayMs, calledAt, freshMs })
  return [
    ...(passedOver === undefined
      ? []
      : [
          `it passed over the quote ${code} ${passedOver.seq}, which came ${passedOver.receivedAt - dueAt} ms after it was due`,
        ]),
    ...(wasYoung
      ? [`it waited although the quote ${code} ${waitedFrom} was younger than ${freshMs} ms`]
      : []),
  ]
}

/** Returns the published quotes of the minutes between two moments. A call that waited longer than ten minutes is not read whole. */
async function quotesOf(minutes: PublishedMinutes, code: string, from: number, to: number) {
  const most = 10
  const first = Math.floor(from / minuteMs)
  const last = Math.min(Math.floor(to / minuteMs), first + most)
  const found: StoredQuote[] = []
  for (let minute = first; minute <= last; minute++)
    found.push(...(await minutes.of(code, minute * minuteMs)))
  return found
}
