import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ownPlanReceipt } from '../../smart/plan-receipt.ts'
import { openSmartFixture } from '../../smart/smart-fixture.ts'
import { noon } from '../../testing/module-fixture.ts'
import { ownOptionReceipt } from '../../trading/options/option-receipt.ts'
import { openOptionsFixture } from '../../trading/options/options-fixture.ts'
import { openReceiptSigner, type Receipt, type ReceiptSigner } from './receipt-keys.ts'
import { verifyReceipt } from './verify-receipt.ts'

const folder = mkdtempSync(join(tmpdir(), 'candor-receipts-'))
let signer: ReceiptSigner
beforeAll(() => {
  signer = openReceiptSigner(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Document = Record<string, unknown>
/** As a customer keeps it: a file. */
const filed = (document: Readonly<Document>): Receipt => JSON.parse(JSON.stringify(signer.sign(document)))

/** Every number and text of a document that its inputs decide, each changed in turn and signed again by a lying operator. */
function* lies(document: Document, paths: readonly string[]): Generator<[string, Document]> {
  for (const path of paths) {
    const copy = structuredClone(document)
    const parts = path.split('.')
    const last = parts.pop() ?? ''
    const holder = parts.reduce<Document>((at, part) => at[part] as Document, copy)
    const value = holder[last]
    holder[last] =
      typeof value === 'number'
        ? value + 1
        : String(value).replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    if (holder[last] === value) holder[last] = 'other'
    yield [path, copy]
  }
}

function expectGuarded(document: Readonly<Document>, paths: readonly string[]): void {
  const receipt = filed(document)
  expect(verifyReceipt(receipt, signer.keySet)).toMatchObject({ signed: true, findings: [] })
  for (const [path, lie] of lies(structuredClone(document) as Document, paths)) {
    const { signed, findings } = verifyReceipt(filed(lie), signer.keySet)
    expect([path, signed, findings.length > 0]).toEqual([path, true, true])
    expect(verifyReceipt({ ...receipt, document: lie }, signer.keySet).signed).toBe(false)
  }
}

/** Fields that the quotes and terms of an option decide, by its result. */
function derivedFields(result: string | null): string[] {
  const always = ['openPrice', 'profitIfWon', 'breakEvenWinRate', 'expiresAt', 'status', 'stake']
  return [
    ...always.map((name) => `order.${name}`),
    'events.0.quote.ask',
    'events.0.price',
    ...(result === null ? [] : ['order.profit', 'order.result', 'events.1.profit']),
    ...(result === 'won' ? ['order.closePrice', 'events.1.quote.bid', 'events.1.price'] : []),
  ]
}

describe('trust T6: receipts of options and plans are checked offline', () => {
  it('an option won, lost, tied and refunded: every number follows from its quotes, and no lie about it passes', async () => {
    const optionsFixture = await openOptionsFixture()
    onTestFinished(() => optionsFixture.dispose())
    optionsFixture.warm('BTCUSDT', '94000')
    const as = await optionsFixture.customer()
    const buy = async (direction: string, periodSeconds: number) => {
      const request = { code: 'BTCUSDT', direction, periodSeconds, amount: '123.456789' }
      return String((await optionsFixture.call('buyOptions', request, { as })).result.id)
    }
    const ids = [
      await buy('up', 60),
      await buy('down', 60),
      await buy('up', 180),
      await buy('up', 300),
      await buy('up', 900),
    ]
    for (const [after, mid] of [
      [60_000, '94010.5'],
      [120_000, '94000'],
    ] as const) {
      optionsFixture.clock.advance(after)
      optionsFixture.quote('BTCUSDT', mid)
    }
    optionsFixture.clock.advance(300_000)
    await optionsFixture.settler.refundOverdue()
    const results: unknown[] = []
    for (const id of ids) {
      const receipt = await ownOptionReceipt(
        optionsFixture.db,
        id,
        { userId: as, mode: 'demo' },
        optionsFixture.proofs,
      )
      const document = receipt?.document as Document
      const order = document.order as { result: string | null; refundReason: string | null }
      results.push(order.refundReason ?? order.result)
      expectGuarded(document, derivedFields(order.result))
    }
    expect(results).toEqual(['won', 'lost', 'tie', 'noQuote', null])
  })

  it('a closing quote outside the time agreed is a finding', async () => {
    const optionsFixture = await openOptionsFixture()
    onTestFinished(() => optionsFixture.dispose())
    optionsFixture.warm('BTCUSDT', '94000')
    const as = await optionsFixture.customer()
    const request = { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '5' }
    const { id } = (await optionsFixture.call('buyOptions', request, { as })).result
    optionsFixture.clock.advance(60_000)
    optionsFixture.quote('BTCUSDT', '94001')
    await optionsFixture.settler.written()
    const receipt = await ownOptionReceipt(
      optionsFixture.db,
      String(id),
      { userId: as, mode: 'demo' },
      optionsFixture.proofs,
    )
    const document = structuredClone(receipt?.document) as { events: { quote: { receivedAt: number } }[] }
    const closing = document.events[1]?.quote as { receivedAt: number }
    for (const receivedAt of [noon + 59_999, noon + 90_001]) {
      closing.receivedAt = receivedAt
      expect(verifyReceipt(filed(document as never), signer.keySet).findings).toHaveLength(1)
    }
  })

  it('a plan earning, exited and completed: each payout and the penalty follow from its terms, and no lie passes', async () => {
    const smartFixture = await openSmartFixture()
    onTestFinished(() => smartFixture.dispose())
    const as = await smartFixture.customer(0n, 10_000n)
    const buy = async (productId: string, days: number) =>
      String(
        (await smartFixture.call('buySmart', { productId, days, amount: '1234.567891' }, { as })).result.id,
      )
    const [exited, completed] = [await buy('harbour', 30), await buy('meadow', 7)]
    smartFixture.clock.advance(7 * 86_400_000)
    await smartFixture.pay()
    await smartFixture.call('exitSmart', { id: exited }, { as })
    const earning = await buy('harbour', 90)
    smartFixture.clock.advance(3 * 86_400_000)
    await smartFixture.pay()
    const always = [
      'paid',
      'sharedDays',
      'yearlyYield',
      'expiresAt',
      'dailyYield',
      'amount',
      'status',
      'penalty',
    ].map((name) => `order.${name}`)
    for (const [id, more] of [
      [exited, ['events.8.penalty', 'events.8.returned']],
      [completed, ['events.8.returned']],
      [earning, []],
    ] as const) {
      const receipt = await ownPlanReceipt(smartFixture.db, id, as)
      expectGuarded(receipt?.document as Document, [
        ...always,
        'events.0.promised',
        'events.1.yield',
        'events.2.dueAt',
        'events.3.day',
        ...more,
      ])
    }
  })

  it('a document of a kind nobody knows is a finding, not a pass', () => {
    for (const kind of ['voucher', '__proto__', 'toString'])
      expect(verifyReceipt(filed({ kind, order: {}, events: [] }), signer.keySet).findings).toHaveLength(1)
  })
})
