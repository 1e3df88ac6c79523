import { rollAfter } from '@candor/rules'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { recomputeOption } from '../../proofs/receipts/recomputation/recompute-option.ts'
import { ownOptionReceipt } from './option-receipt.ts'
import { type OptionsFixture, openOptionsFixture } from './options-fixture.ts'
import type { OptionSettler } from './settlement/option-settler.ts'

// What two contracts differ by is known before the roll: no option is decided by it (ADR-230).

/** The end of the December contract's last day, a Monday. The March contract begins an hour later. */
const rollsAt = Date.parse('2026-12-14T22:00:00Z')
const breakMs = 3_600_000
const reopens = rollsAt + breakMs
type Request = Readonly<Record<string, unknown>>
const hour: Request = { code: 'ES', direction: 'up', periodSeconds: 3600, amount: '100' }

let fixture: OptionsFixture
beforeAll(async () => {
  fixture = await openOptionsFixture(1_000_000n)
})
afterAll(() => fixture.dispose())
afterEach(async () => expect(await reconcile(fixture.db)).toEqual([]))

function pricesAt(ms: number, mid: string): void {
  fixture.clock.set(ms)
  for (let n = 0; n < 25; n++) fixture.quote('ES', mid)
}

async function buy(as: string, request: Request = hour): Promise<string> {
  const { code, result } = await fixture.call('buyOptions', request, { as })
  expect(code).toBe(20004)
  return String(result.id)
}

const show = async (as: string, id: string) =>
  (await fixture.call('getOptionsOrderById', { id }, { as })).result

async function receiptOf(as: string, id: string) {
  const receipt = await ownOptionReceipt(fixture.db, id, { userId: as, mode: 'demo' }, fixture.proofs)
  return JSON.parse(JSON.stringify(receipt?.document)) as {
    order: Record<string, unknown>
    events: Record<string, unknown>[]
  }
}

test('an option is sold only if it ends before the roll with all the time it may wait, and the refusal names the periods that do', async () => {
  const as = await fixture.customer()
  const refusedPeriods = async (request: Request = hour) => {
    const responses = [
      await fixture.call('previewOptions', request, { as }),
      await fixture.call('buyOptions', request, { as }),
    ]
    expect(responses.map(({ code }) => code)).toEqual([10017, 10017])
    expect(responses[0]?.result).toEqual(responses[1]?.result)
    return responses[0]?.result.periods
  }
  pricesAt(rollsAt - 3_630_001, '6800')
  const last = await buy(as)
  fixture.clock.advance(1)
  expect(await refusedPeriods()).toEqual([60, 180, 300, 900])
  await buy(as, { ...hour, periodSeconds: 900 })
  // The case that was found: it would have ended in the break and settled on the first quote of March.
  pricesAt(rollsAt - 15_000, '6810')
  expect(await refusedPeriods()).toEqual([])
  expect(await refusedPeriods({ ...hour, periodSeconds: 60 })).toEqual([])
  await fixture.settler.refundOverdue()
  expect(await show(as, last)).toMatchObject({ result: 'won', closePrice: '6810.00' })
  expect((await fixture.balance(as)).held).toBe(0n)
  pricesAt(reopens + 5_000, '6870')
  await buy(as)
  await fixture.settler.refundAll(as, 'demo')
})

test('over a break without a roll it settles at the first quote after the break that comes in time', async () => {
  const as = await fixture.customer()
  const day = 86_400_000
  pricesAt(rollsAt + day - 15_000, '6900')
  const [inTime, late] = [await buy(as), await buy(as, { ...hour, periodSeconds: 900 })]
  fixture.clock.set(reopens + day - 1)
  fixture.quote('ES', '6950')
  await fixture.settler.refundOverdue()
  expect(await show(as, inTime)).toMatchObject({ status: 'open' })
  expect(await show(as, late)).toMatchObject({ result: 'refunded', refundReason: 'noQuote' })
  fixture.clock.set(reopens + day + 5_000)
  fixture.quote('ES', '6910')
  await fixture.settler.written()
  expect(await show(as, inTime)).toMatchObject({ result: 'won', closePrice: '6910.00' })
  for (const id of [inTime, late]) expect(recomputeOption(await receiptOf(as, id)).findings).toEqual([])
})

/** The roll that the running test is about: each a quarter later, so that the clock only moves forward. */
let roll = rollsAt

/** Stores an option as an earlier release sold it: fifteen seconds before the next roll, for an hour. */
async function boughtAcrossRoll(as: string): Promise<string> {
  roll = rollAfter('ES', roll) ?? 0
  pricesAt(roll - 3 * 3_600_000, '6800')
  const id = await buy(as)
  await withClient(fixture.db.owner, async (client) => {
    await client.query('ALTER TABLE options_orders DISABLE TRIGGER USER')
    await client.query('UPDATE options_orders SET opened_at = $2, expires_at = $3 WHERE id = $1', [
      id,
      roll - 15_000,
      roll - 15_000 + 3_600_000,
    ])
    await client.query('ALTER TABLE options_orders ENABLE TRIGGER USER')
  })
  return id
}

async function restarted(): Promise<OptionSettler> {
  const settler = fixture.another()
  await settler.start()
  return settler
}

/** Changes a refunded receipt to one that was won at the next contract's quote. */
function wonAtNextContract({ order, events }: Awaited<ReturnType<typeof receiptOf>>) {
  const [opening, closing = {}] = events
  const { quotes } = closing.proof as { quotes: { receivedAt: number; judged: number }[] }
  const at = quotes.findIndex(({ judged }) => judged >= 2)
  const proof = { ...(closing.proof as object), quotes: quotes.slice(0, at) }
  const won = { result: 'won', refundReason: null, profit: '85.000000' }
  const close = { ...closing, ...won, quote: quotes[at], price: '6870', proof }
  return { order: { ...order, ...won, closePrice: '6870' }, events: [opening, close] }
}

// From here on the module's own settler stays stopped: what an earlier release sold is loaded at a start.
test('one that runs across a roll is refunded: the next contract’s quotes settle nothing, and its receipt agrees', async () => {
  const as = await fixture.customer()
  await fixture.settler.stop()
  const id = await boughtAcrossRoll(as)
  pricesAt(roll - 10_000, '6800')
  const settler = await restarted()
  try {
    fixture.clock.set(roll + breakMs + 5_000)
    fixture.quote('ES', '6870')
    await settler.written()
    expect(await show(as, id)).toMatchObject({ status: 'open' })
    fixture.clock.set(roll + breakMs + 15_001)
    fixture.quote('ES', '6870')
    await settler.refundOverdue()
    expect(await show(as, id)).toMatchObject({
      result: 'refunded',
      refundReason: 'noQuote',
      closePrice: null,
    })
    expect(await fixture.balance(as)).toEqual({ balance: 10_000_000_000n, held: 0n })
  } finally {
    await settler.stop()
  }
  const receipt = await receiptOf(as, id)
  expect(recomputeOption(receipt)).toMatchObject({ findings: [], proven: [expect.any(String)] })
  expect(recomputeOption({ ...receipt, ...wonAtNextContract(receipt) }).findings).toEqual([
    'the closing quote is of another contract than the opening one',
  ])
})

test('nor does a start after its end settle it by a stored quote of the next contract, also by one that another option used', async () => {
  const [as, other] = [await fixture.customer(), await fixture.customer()]
  const id = await boughtAcrossRoll(as)
  pricesAt(roll - 10_000, '6800')
  pricesAt(roll + breakMs + 5_000, '6870')
  await buy(other, { ...hour, periodSeconds: 60 })
  fixture.clock.set(roll + breakMs + 15_001)
  const settler = await restarted()
  try {
    await settler.written()
    expect(await show(as, id)).toMatchObject({ result: 'refunded', refundReason: 'noQuote' })
    expect(recomputeOption(await receiptOf(as, id)).findings).toEqual([])
    await settler.refundAll(other, 'demo')
  } finally {
    await settler.stop()
  }
})
