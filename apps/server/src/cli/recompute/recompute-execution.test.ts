import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublishedFill } from '@candor/contract'
import type { Price } from '@candor/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportedFill } from '../../proofs/execution/execution-context.ts'
import { unpackPart } from '../../proofs/execution/execution-store.ts'
import { makeReport } from '../../proofs/execution/make-report.ts'
import { fillsOf, portsOver, priceOf, quoteOf } from '../../proofs/execution/test-fills.ts'
import { openReceiptSigner, type ReceiptSigner } from '../../proofs/receipts/receipt-keys.ts'
import { type DownloadedReport, recomputeExecution } from './recompute-execution.ts'

let folder: string
let signer: ReceiptSigner
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-recompute-'))
  signer = openReceiptSigner(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const day = '2026-11-23'
const size = { fills: 400, customers: 7 }
const clock = { now: () => Date.parse(day) + 90_000_000 }

/** Has the server's own code report a day whose fills a fault has changed: everything after the fill is honest, and signed. */
async function reported(
  fault: (fill: ReportedFill) => ReportedFill = (fill) => fill,
): Promise<DownloadedReport> {
  const ports = portsOver({ [day]: size }, signer.sign)
  const fills = [...fillsOf(day, size)].map(fault)
  const read = async (_day: string, take: (page: readonly ReportedFill[]) => Promise<void>) => take(fills)
  // No database is read for one report.
  const context = { ...ports, clock, db: undefined as never, fills: { ...ports.fills, read } }
  const { document, parts } = await makeReport(context, [day], '0'.repeat(64))
  return {
    receipt: signer.sign(document),
    parts: await Promise.all(parts.map(({ packed }) => unpackPart(packed))),
  }
}

const recompute = (report: DownloadedReport) => recomputeExecution(report, signer.keySet)

/** The report with one fill changed, signed again over the parts as they then are. */
async function resigned(change: (fill: PublishedFill) => PublishedFill): Promise<DownloadedReport> {
  const { receipt, parts } = await reported()
  const [first, ...others] = parts.flat() as PublishedFill[]
  if (first === undefined) throw new Error('there are fills')
  return { receipt, parts: [[change(first), ...others]] }
}

describe('an honest report (T23)', () => {
  it('is what its fills give', async () => {
    expect(recompute(await reported())).toEqual({ fills: 400, findings: [], notes: [] })
  })

  it('of no fills is one of zeros', async () => {
    const report = await reported()
    const { findings } = recompute({ ...report, parts: [] })
    expect(findings).toContain('it has 1 parts, 0 were found')
    expect(findings).toContain('total.fills: its fills give 0, it states 400')
  })
})

describe('planted faults (T23)', () => {
  it('finds a server that keeps what moves in the customer’s favour: it fills at the older quote where that is worse', async () => {
    // The patch: of the quote at the call and the one after it, the worse for the customer.
    const oneSided = (fill: ReportedFill): ReportedFill => {
      if (fill.called === null) return fill
      const requested = quoteOf(fill.called.calledAt)
      const [old, next] = [priceOf(fill.side, requested), fill.price]
      const isOldWorse = fill.side === 'buy' ? old > next : old < next
      return isOldWorse ? { ...fill, quote: requested, price: old } : fill
    }
    const { findings, notes } = recompute(await reported(oneSided))
    expect(findings[0]).toMatch(
      /^fill \d+ \((EUR|GBP)USD\): the quote \d+ was \d+ ms old, and older than the call$/,
    )
    expect(notes).toEqual([
      expect.stringMatching(/^slippage is one-sided: 0 fills in the customer’s favour, \d+ against$/),
    ])
  })

  it('finds a server that takes a part of what moves in the customer’s favour', async () => {
    const gainOf = ({ side, price, called }: ReportedFill): bigint => {
      const requested = called === null ? price : priceOf(side, quoteOf(called.calledAt))
      return side === 'buy' ? requested - price : price - requested
    }
    const skimmed = (fill: ReportedFill): ReportedFill => {
      const half = gainOf(fill) > 0n ? gainOf(fill) / 2n : 0n
      return { ...fill, price: (fill.price + (fill.side === 'buy' ? half : -half)) as Price }
    }
    const { findings } = recompute(await reported(skimmed))
    expect(findings[0]).toMatch(/^fill \d+ \((EUR|GBP)USD\): its price 1\.\d+ is not that of the quote \d+$/)
  })

  it('finds a server that holds a call although its price was young enough, to see where the next one goes', async () => {
    const held = (fill: ReportedFill): ReportedFill =>
      fill.called === null
        ? fill
        : { ...fill, called: { ...fill.called, freshMs: 2_000, calledAt: fill.called.calledAt - 1_500 } }
    expect(recompute(await reported(held)).findings.join()).toMatch(/it waited, though the quote/)
  })

  it('finds figures that are not those of the fills, whichever is changed and signed', async () => {
    const { receipt, parts } = await reported()
    const paths: string[][] = []
    const collect = (value: unknown, path: string[]): void => {
      if (typeof value !== 'object' || value === null) paths.push(path)
      else for (const [key, inner] of Object.entries(value)) collect(inner, [...path, key])
    }
    const { total, markets, fills, parts: hashes } = receipt.document
    collect({ total, markets, fills, parts: hashes }, [])
    for (const path of paths) {
      const document = structuredClone(receipt.document)
      const last = path.at(-1) ?? ''
      let place: object = document
      for (const key of path.slice(0, -1)) place = Reflect.get(place, key) as object
      const value: unknown = Reflect.get(place, last)
      Reflect.set(place, last, typeof value === 'number' ? value + 1 : `${String(value)}1`)
      expect(recompute({ receipt: signer.sign(document), parts }).findings, path.join('.')).not.toEqual([])
    }
    expect(paths.length).toBeGreaterThan(90)
  })

  it.each<[string, (fill: PublishedFill) => PublishedFill]>([
    ['order', (fill) => ({ ...fill, order: '0' })],
    ['side', (fill) => ({ ...fill, side: fill.side === 'buy' ? 'sell' : 'buy' })],
    ['price', (fill) => ({ ...fill, price: '1.2' })],
    ['time', (fill) => ({ ...fill, filledAt: fill.filledAt + 86_400_000 })],
    ['spread', (fill) => ({ ...fill, spread: '0' })],
    ['cause', (fill) => ({ ...fill, cause: 'call' })],
  ])('finds a fill of which the %s was changed after the report was signed', async (_name, change) => {
    expect(recompute(await resigned(change)).findings[0]).toMatch(
      /^part 1 of its fills is not the one that was signed$/,
    )
  })

  it('finds a report that nobody of the installation signed', async () => {
    const { receipt, parts } = await reported()
    const other = { ...receipt, document: { ...receipt.document, at: new Date(0).toISOString() } }
    expect(recompute({ receipt: other, parts }).findings).toEqual(['the report is not signed by a known key'])
  })
})
