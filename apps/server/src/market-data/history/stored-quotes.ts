import {
  type MinuteQuotesDocument,
  mostQuoteRanges,
  type QuoteRangeShown,
  type QuoteRangesDocument,
  type storedQuotesCalls,
} from '@candor/contract'
import { marketByIdOrCode, quoteLine, shownRange } from '@candor/rules'
import { hourMs, minuteMs } from '@candor/rules/time-units.ts'
import type { ClockedDatabase, Database } from '../../platform/database/database.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { ResponseCache } from '../../platform/http/responses/response-cache.ts'
import { networkOf } from '../../platform/limits/network-of.ts'
import type { RequestBudget } from '../../platform/limits/request-budget.ts'
import { spend } from '../../platform/limits/spend.ts'
import { sha256 } from '../../platform/sha256.ts'
import { unpack } from './quote-pack.ts'
import { rangesOfTime } from './quote-ranges-store.ts'
import { ticksOfMinutes } from './quote-ticks-store.ts'

/** A document under the installation's signature. */
interface Signed<Document> {
  readonly keyId: string
  readonly signature: string
  readonly document: Document
}

/** Signs a document for the installation. */
export type SignDocument = (
  document: Readonly<Record<string, unknown>>,
) => Signed<Readonly<Record<string, unknown>>>

const longest = { minute: 6 * hourMs, hour: 7 * 24 * hourMs } as const
const unitOf = { minute: minuteMs, hour: hourMs } as const
/** Answers kept in memory; one of six hours of minutes is about 250 kB. */
const cachedResponses = 64
/** Lifetime of a response about a past period. It does not change, but quotes are deleted some day. */
const overMs = 10 * minuteMs
/** Quotes are written once a second: a block of a minute may follow the others this much later. */
const lateMs = 5_000
/** A minute has no quotes if none is there this long after its end. A slow writer must not make us sign that it had none. */
const silentMs = minuteMs
/** Lifetime of a response about the forming minute, which is written once a second. */
const formingMs = 1_000

/**
 * Publishes the stored quotes under the installation's signature: they check a receipt without trusting the quotes in the receipt itself
 * (issue 11, point 18). Reads the database, so any process can respond. `budget` is that of one network for these calls; unlimited when absent.
 */
export function storedQuotesHandlers(
  { db, clock }: ClockedDatabase,
  sign: SignDocument,
  budget?: RequestBudget,
): HandlersOf<typeof storedQuotesCalls> {
  const ranges = new ResponseCache<SignedRanges>(clock, cachedResponses)
  const minutes = new ResponseCache<SignedMinute>(clock, cachedResponses)
  const admit = async (address: string) => {
    if (budget !== undefined) await spend(budget, networkOf(address))
  }
  return {
    quoteRanges: async ({ code, span, from, to }, { address }) => {
      await admit(address)
      const request = { code: codeOf(code), span, ...boundsOf(span, from, to) }
      const make = async () => sign(await readRanges(db, request)) as SignedRanges
      const isOver = clock.now() >= request.to + unitOf[span] + minuteMs
      return ranges.get(JSON.stringify(request), make, () => (isOver ? overMs : formingMs))
    },
    minuteQuotes: async ({ code, at, form }, { address }) => {
      await admit(address)
      const request = { code: codeOf(code), minute: Math.floor(at / minuteMs), form }
      const now = clock.now()
      const make = async () => sign(await readMinute(db, request, now)) as SignedMinute
      return minutes.get(JSON.stringify(request), make, ({ document }) =>
        document.over ? overMs : formingMs,
      )
    },
  }
}

type SignedRanges = Signed<QuoteRangesDocument>
type SignedMinute = Signed<MinuteQuotesDocument>

interface RangesRequest {
  readonly code: string
  readonly span: 'minute' | 'hour'
  /** Epoch ms, both inclusive. */
  readonly from: number
  readonly to: number
}

interface MinuteRequest {
  readonly code: string
  /** Epoch minutes. */
  readonly minute: number
  readonly form: 'lines' | 'packed'
}

/** Reads one page of a market's ranges, as they are published. */
export async function readRanges(
  db: Database,
  { code, span, from, to }: RangesRequest,
): Promise<QuoteRangesDocument> {
  const found = await rangesOfTime(db, span, code, { from, to, limit: mostQuoteRanges + 1 })
  const ranges = found
    .slice(0, mostQuoteRanges)
    .map((range) => shownRange(range, sha256)) as QuoteRangeShown[]
  return { kind: 'quoteRanges', code, span, from, to, ranges, next: found[mostQuoteRanges]?.from ?? null }
}

/** Reads every quote of a minute, as it is published. */
export async function readMinute(
  db: Database,
  { code, minute, form }: MinuteRequest,
  now: number,
): Promise<MinuteQuotesDocument> {
  const ticks = await ticksOfMinutes(db, code, { after: -1, from: minute, to: minute })
  // A process that was killed left chunks, which the next one finishes.
  const isWritten = ticks.every(({ closed }) => closed)
  const over = isWritten && now >= (minute + 1) * minuteMs + (ticks.length === 0 ? silentMs : lateMs)
  const document = { kind: 'minuteQuotes', code, from: minute * minuteMs, over } as const
  if (form === 'packed') {
    const blocks = ticks.map(({ first, last, packed }) => ({
      first,
      last,
      packed: packed.toString('base64'),
    }))
    return { ...document, blocks }
  }
  const quotes = await Promise.all(ticks.map(({ packed }) => unpack(code, packed)))
  return { ...document, lines: quotes.flat().map(quoteLine) }
}

/** Rounds to whole minutes or hours, so that nearly equal requests share a response. */
function boundsOf(span: 'minute' | 'hour', from: number, to: number): { from: number; to: number } {
  if (to < from || to - from > longest[span])
    throw new Refusal('invalidInput', { issues: [{ path: 'to', code: to < from ? 'too_small' : 'too_big' }] })
  const unit = unitOf[span]
  return { from: Math.floor(from / unit) * unit, to: Math.floor(to / unit) * unit }
}

function codeOf(text: string): string {
  const market = marketByIdOrCode(text)
  if (market === null) throw new Refusal('notFound')
  return market.code
}
