import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import type { MinuteQuotesDocument, QuoteRangesDocument } from '@candor/contract'
import { quoteLine } from '@candor/rules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { RequestBudget } from '../../platform/limits/request-budget.ts'
import { isSigned } from '../../proofs/receipts/is-signed.ts'
import { openReceiptSigner, type Receipt, type ReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { type ModuleFixture, noon, openModuleFixture } from '../../testing/module-fixture.ts'
import { serve } from '../../testing/serve-handlers.ts'
import { pruneQuotes } from './prune-quotes.ts'
import { unpack } from './quote-pack.ts'
import { storedQuotesHandlers } from './stored-quotes.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let fixture: ModuleFixture
let signer: ReceiptSigner
const dataDir = temporaryDataDir('candor-quotes-')
let server: Awaited<ReturnType<typeof serve>>
/** Number of times an answer was made: signed. */
let made = 0

beforeAll(async () => {
  fixture = await openModuleFixture()
  signer = openReceiptSigner(dataDir)
  server = await serve(
    storedQuotesHandlers(fixture, (document) => {
      made += 1
      return signer.sign(document)
    }),
  )
  // Two hours of quotes, one each ten seconds; the hour after is not over.
  for (let n = 0; n < 2 * 360 + 30; n++) {
    fixture.quote('BTCUSDT', `${94_000 + (n % 9)}`)
    fixture.clock.advance(10_000)
  }
  await fixture.proofs.paths.upToNow()
})
afterAll(async () => {
  await server.close()
  await fixture.dispose()
  rmSync(dataDir, { recursive: true, force: true })
})

type Query = Readonly<Record<string, string | number>>
const url = (name: string, code: string, query: Query) => {
  const address = new URL(`/swx/customer/index/${name}/${code}`, server.url)
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, String(value))
  return address
}

async function documentOf<Document>(
  name: 'quoteRanges' | 'minuteQuotes',
  query: Query,
  code = 'BTCUSDT',
): Promise<Document> {
  const response = await fetch(url(name, code, query))
  expect(response.status).toBe(200)
  const { result } = (await response.json()) as { result: Receipt }
  expect(isSigned(result, signer.keySet)).toBe(true)
  return result.document as Document
}
const ranges = (query: Query) => documentOf<QuoteRangesDocument>('quoteRanges', query)
const minute = (query: Query) => documentOf<MinuteQuotesDocument>('minuteQuotes', query)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

describe('kept quotes for anybody (issue 11, point 18)', () => {
  it('minutes and hours of a stretch of time, signed, each over what lies below it', async () => {
    const { ranges: hours, next } = await ranges({ span: 'hour', from: noon, to: noon + 3 * hourMs })
    expect(hours.map(({ from, count }) => [from, count])).toEqual([
      [noon, 360],
      [noon + hourMs, 360],
    ])
    expect(next).toBeNull()
    const { ranges: minutes } = await ranges({ from: noon, to: noon + hourMs - 1 })
    expect(minutes).toHaveLength(60)
    expect(sha256(minutes.map(({ hash }) => hash).join('\n'))).toBe(hours[0]?.content)
    const { lines = [], over } = await minute({ at: noon + 61_000 })
    expect(over).toBe(true)
    expect(lines).toHaveLength(6)
    expect(sha256(lines.join('\n'))).toBe(minutes[1]?.content)
  })

  it('the same quotes packed, as they are kept', async () => {
    const at = noon + 5 * minuteMs
    const { lines } = await minute({ at })
    const { blocks = [] } = await minute({ at, form: 'packed' })
    const unpacked = await Promise.all(
      blocks.map(({ packed }) => unpack('BTCUSDT', Buffer.from(packed, 'base64'))),
    )
    expect(unpacked.flat().map(quoteLine)).toEqual(lines)
  })

  it('is made once for all who ask, and may be kept by caches in between', async () => {
    const before = made
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => fetch(url('minuteQuotes', 'BTCUSDT', { at: noon + 30 * minuteMs }))),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(made - before).toBe(1)
    await ranges({ from: noon, to: noon + 30 * minuteMs })
    fixture.clock.advance(5 * minuteMs)
    await ranges({ from: noon + 1, to: noon + 30 * minuteMs })
    await minute({ at: noon + 30 * minuteMs + 1 })
    expect(made - before).toBe(2)
    expect(responses[0]?.headers.get('cache-control')).toBe('public, max-age=5')
    expect(responses[0]?.headers.get('vary')).toContain('lang')
  })

  it('a minute that still forms is asked for again, one that is over is not', async () => {
    const at = fixture.clock.now()
    fixture.quote('BTCUSDT', '94001')
    await fixture.proofs.paths.upToNow()
    expect(await minute({ at })).toMatchObject({ over: false, lines: [expect.anything()] })
    fixture.clock.advance(1_001)
    fixture.quote('BTCUSDT', '94002')
    await fixture.proofs.paths.upToNow()
    expect((await minute({ at })).lines).toHaveLength(2)
    fixture.clock.advance(2 * minuteMs)
    await fixture.proofs.paths.upToNow()
    expect(await minute({ at })).toMatchObject({ over: true })
  })

  it('a minute whose quotes are not written yet is not over, however slow the writer', async () => {
    const at = Math.ceil(fixture.clock.now() / minuteMs) * minuteMs + 59_000
    fixture.clock.set(at)
    fixture.quote('BTCUSDT', '94003')
    fixture.clock.advance(minuteMs)
    expect(await minute({ at })).toMatchObject({ over: false, lines: [] })
    await fixture.proofs.paths.upToNow()
    fixture.clock.advance(1_001)
    expect(await minute({ at })).toMatchObject({ over: true, lines: [expect.stringContaining('94003')] })
    // Of a minute that had none, it is said once everything of it would be there.
    const silent = at + minuteMs
    expect(await minute({ at: silent })).toMatchObject({ over: false, lines: [] })
    fixture.clock.advance(2 * minuteMs)
    expect(await minute({ at: silent })).toMatchObject({ over: true, lines: [] })
  })

  it('another market, a stretch too long or backwards, no time: refused at the field', async () => {
    const refused = async (code: string, query: Query) => {
      const { code: number, result } = (await (await fetch(url('quoteRanges', code, query))).json()) as {
        code: number
        result: { issues?: { path: string }[] } | null
      }
      return [number, result?.issues?.[0]?.path]
    }
    expect(await refused('NOTHING', { from: noon, to: noon })).toEqual([11004, undefined])
    expect(await refused('BTCUSDT', { from: noon, to: noon + 7 * hourMs })).toEqual([11001, 'to'])
    expect(await refused('BTCUSDT', { from: noon, to: noon - 1 })).toEqual([11001, 'to'])
    expect(await refused('BTCUSDT', { from: noon })).toEqual([11001, 'to'])
    expect(await refused('BTCUSDT', { from: 'now', to: noon })).toEqual([11001, 'from'])
  })

  it('one address asks only so often, and is told when again', async () => {
    const few = await serve(
      storedQuotesHandlers(
        fixture,
        signer.sign,
        new RequestBudget(fixture, 'keptQuotes', async () => ({ burst: 3, perSecond: 0.5 })),
      ),
    )
    const address = `${few.url}/swx/customer/index/minuteQuotes/BTCUSDT?at=${noon}`
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await fetch(address)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await fetch(address)).headers.get('retry-after')).toBe('2')
    fixture.clock.advance(2_000)
    expect((await fetch(address)).status).toBe(200)
    await few.close()
  })

  it('what is thrown away after 35 days is said to be over and empty', async () => {
    fixture.clock.advance(36 * 24 * hourMs)
    await pruneQuotes(fixture.db, fixture.clock)
    expect(await minute({ at: noon + 45 * minuteMs })).toMatchObject({ over: true, lines: [] })
    expect((await ranges({ span: 'hour', from: noon, to: noon + hourMs })).ranges).toHaveLength(2)
  })
})
