import { calls, type MinuteQuotesDocument, type QuoteRangesDocument } from '@candor/contract'
import { parseScaled, writeScaled } from '@candor/money'
import { storedQuotesHandlers } from '../market-data/history/stored-quotes.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { PublishedQuotes } from '../proofs/receipts/checks/published-minutes.ts'
import type { Receipt } from '../proofs/receipts/receipt-keys.ts'
import { ownOptionReceipt } from '../trading/options/option-receipt.ts'
import type { OptionsFixture } from '../trading/options/options-fixture.ts'
import { fixture, quote, receiptOf } from './contracts-fixture.ts'

/** Prices that wander for some minutes without reaching anything. */
export function wander(minutes: number): void {
  for (let n = 0; n < minutes * 6; n++) {
    fixture.clock.advance(10_000)
    quote('EURUSD', `1.150${n % 10}`, `1.151${n % 10}`)
  }
}

/** Returns an order's receipt once everything decided so far is written and all quotes are stored, as happens each second in a server. */
export async function settledReceipt(caller: Caller, id: string): Promise<Receipt> {
  await fixture.runtime.queue.settled()
  await fixture.keeper.flush()
  return receiptOf(caller, id)
}

/** A receipt's document as tests read and change it; a type alias and no interface, so that it is a document of a receipt too. */
export type TestDocument = {
  readonly order: Record<string, unknown>
  readonly events: {
    quote?: Record<string, unknown>
    account?: Record<string, unknown>
    cover?: Record<string, unknown>
    proof?: {
      quotes: { seq: number; judged: number }[]
      runs: number[]
      ranges: { first: number; last: number; count: number; any: { bidLow: string } | null; hash: string }[]
    }
    [name: string]: unknown
  }[]
}

/** Makes a lying operator's receipt: they hold the key. */
export function resigned(receipt: Receipt, change: (document: TestDocument) => void): Receipt {
  const document = structuredClone(receipt.document) as TestDocument
  change(document)
  return fixture.signer.sign(document)
}

/** Quotes that the fixture's installation publishes. */
export function publishedQuotes(): PublishedQuotes {
  const { db, clock, signer } = fixture
  const { quoteRanges, minuteQuotes } = storedQuotesHandlers({ db, clock }, signer.sign)
  const visitor = {
    userId: null,
    mode: 'demo',
    language: 'en',
    address: '127.0.0.1',
    device: '',
    deviceMark: null,
  } as const
  return {
    ranges: async (code, span, from, to) => {
      const input = calls.quoteRanges.input.parse({ code, span, from, to })
      return documentOf<QuoteRangesDocument>(await quoteRanges?.(input, visitor, null)).ranges
    },
    minute: async (code, at) => {
      const input = calls.minuteQuotes.input.parse({ code, at, form: 'lines' })
      return documentOf<MinuteQuotesDocument>(await minuteQuotes?.(input, visitor, null))
    },
  }
}

/** Returns the signed document of a response. */
function documentOf<Document>(response: unknown): Document {
  if (response === null || typeof response !== 'object' || !('document' in response))
    throw new Error('no document')
  return response.document as Document
}

/** The receipt of an option that was settled by the last of three quotes after its end: one late, one that is no price to settle by. */
export async function settledOption(optionsFixture: OptionsFixture): Promise<Receipt> {
  optionsFixture.warm('BTCUSDT', '94000')
  const as = await optionsFixture.customer()
  const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
  const id = String((await optionsFixture.call('buyOptions', request, { as })).result.id)
  optionsFixture.clock.advance(59_000)
  optionsFixture.quote('BTCUSDT', '94001')
  optionsFixture.clock.advance(1_500)
  // A print 40 % away.
  optionsFixture.quote('BTCUSDT', '56000')
  optionsFixture.quote('BTCUSDT', '94002')
  await optionsFixture.settler.written()
  const own = await ownOptionReceipt(
    optionsFixture.db,
    id,
    { userId: as, mode: 'demo' },
    optionsFixture.proofs,
  )
  return JSON.parse(JSON.stringify(fixture.signer.sign(own?.document ?? {})))
}

/** One of the nights left out, and the sum of the others stated. */
export function withoutNight({ document }: Receipt, which: number) {
  const lie = structuredClone(document) as ReceiptOfNights
  const nights = lie.events.filter(({ kind }) => kind === 'swap')
  const [left] = nights.splice(which, 1)
  lie.events = lie.events.filter((event) => event !== left)
  const sum = nights.reduce((minor, { swap = '' }) => minor + (parseScaled(swap, 6) ?? 0n), 0n)
  lie.order.swap = writeScaled(sum, 6, 6)
  return { lie, date: left?.date }
}

/** A type alias and no interface, so that it is a document of a receipt too. */
type ReceiptOfNights = {
  order: { swap: string }
  events: { kind: string; date?: string; swap?: string }[]
}
