import { expect, it, onTestFinished, vi } from 'vitest'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import {
  buy,
  close,
  closeAll,
  customer,
  fixture,
  limit,
  order,
  plain,
  quote,
  receiptOf,
  refusal,
  reverse,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { FreshRule } from './fresh-rule.ts'
import { QuoteArrivals } from './quote-arrivals.ts'

useContractsFixture()

const defaults: Readonly<Record<string, number>> = {
  'quotes.freshCryptoMs': 500,
  'quotes.freshOthersMs': 1_000,
}

/** Sets the parameters' default limits; `waitMs`: how long a call waits. */
function freshFor(waitMs = 60_000): void {
  const parameters = { value: async (key: string) => defaults[key] ?? null }
  const rule = new FreshRule({ parameters }, fixture.board, waitMs)
  fixture.fresh = rule
  onTestFinished(() => rule.close())
}

const newestSeq = (code = 'EURUSD') => fixture.board.latest(code)?.seq

/** Makes a call, and resolves with its promise once it waits for a market's next quote. */
async function waiting<T>(act: () => Promise<T>): Promise<{ readonly called: Promise<T> }> {
  const spy = vi.spyOn(QuoteArrivals.prototype, 'nextOf')
  const called = act()
  await expect.poll(() => spy.mock.calls.length).toBeGreaterThan(0)
  spy.mockRestore()
  return { called }
}

/** The last event of an order’s receipt, which checks. */
const lastEvent = async (caller: Parameters<typeof verified>[0], id: string) =>
  (await verified(caller, id)).events.at(-1)

it('I16.2: a price younger than the limit fills at once, and the receipt says so', async () => {
  freshFor()
  const anna = await customer()
  fixture.clock.advance(999)
  const bought = await buy(anna, plain)
  expect(await lastEvent(anna, bought.id)).toMatchObject({
    kind: 'open',
    fill: { freshMs: 1_000, waitedFrom: null },
  })
})

it.each([
  ['EURUSD', 1_000, '1.15', '1.16'],
  // Older than the market itself allows.
  ['EURUSD', 60_000, '1.15', '1.16'],
  ['BTCUSDT', 500, '8000', '8100'],
])(
  'I16.2: of %s a price of %i ms fills nothing: the call waits for the next one and fills at it',
  async (code, ageMs, from, to) => {
    freshFor()
    const anna = await customer()
    steady(code, from, from)
    fixture.clock.advance(ageMs)
    const seen = newestSeq(code)
    const { called } = await waiting(() => buy(anna, { ...plain, code, lots: '0.01', leverage: 2 }))
    quote(code, to, to)
    const bought = await called
    expect(Number(bought.openPrice)).toBeGreaterThan(Number(from) * 1.005)
    expect(await lastEvent(anna, bought.id)).toMatchObject({ fill: { waitedFrom: seen } })
  },
)

it('I16.2: a close, a part of it and a reversal wait in the same way, and orders that wait for a level do not', async () => {
  freshFor()
  const anna = await customer()
  const [first, second] = [await buy(anna, plain), await buy(anna, plain)]
  const closings = [
    () => close(anna, { id: first.id, lots: '0.05' }),
    () => close(anna, { id: first.id }),
    () => reverse(anna, { id: second.id }),
  ]
  for (const act of closings) {
    fixture.clock.advance(1_000)
    const { called } = await waiting<unknown>(act)
    quote('EURUSD', '1.151', '1.1511')
    await called
  }
  for (const { id } of [first, second])
    expect(await lastEvent(anna, id)).toMatchObject({ kind: 'close', fill: { freshMs: 1_000 } })
  fixture.clock.advance(1_000)
  expect((await limit(anna)).status).toBe('pending')
})

it('I16.2: where no price comes in time the call is refused as stale and changes nothing', async () => {
  freshFor(50)
  const anna = await customer()
  const bought = await buy(anna, plain)
  fixture.clock.advance(1_000)
  expect(await refusal(buy(anna, plain))).toBe('10015 stale')
  expect(await refusal(close(anna, { id: bought.id }))).toBe('10015 stale')
  expect((await order(anna, bought.id)).status).toBe('open')
})

it('I16.2: closing everything closes what has a fresh price, and names what had none in time', async () => {
  freshFor(50)
  const anna = await customer()
  steady('BTCUSDT', '8000', '8000')
  const euro = await buy(anna, plain)
  const coin = await buy(anna, { ...plain, code: 'BTCUSDT', lots: '0.01', leverage: 2 })
  fixture.clock.advance(1_000)
  quote('EURUSD', '1.151', '1.1511')
  const { closed, refused } = await closeAll(anna)
  expect(closed.map(({ id }) => id)).toEqual([euro.id])
  expect(refused).toMatchObject([{ id: coin.id, code: 10015, reason: 'stale' }])
})

it('I16.2: a halted market refuses at once: nobody waits for that', async () => {
  freshFor()
  const anna = await customer()
  fixture.clock.advance(1_000)
  fixture.board.halt('EURUSD', 'technical')
  expect(await refusal(buy(anna, plain))).toMatch('halted')
})

it('I16.2: what cannot be closed is refused at once: nobody waits for that either', async () => {
  freshFor()
  const anna = await customer()
  const placed = await limit(anna)
  fixture.clock.advance(1_000)
  expect(await refusal(close(anna, { id: placed.id }))).toBe(11004)
})

it('I16.2: a replayed recording keeps its own rule', async () => {
  freshFor()
  const anna = await customer()
  const { clock, board } = fixture
  const [bid, ask] = [board.latest('EURUSD')?.bid, board.latest('EURUSD')?.ask]
  if (bid === undefined || ask === undefined) throw new Error('EURUSD has no quote')
  board.offer({ code: 'EURUSD', bid, ask, time: clock.now(), source: 'replay', volume: 0 })
  clock.advance(5_000)
  const bought = await buy(anna, plain)
  expect(await lastEvent(anna, bought.id)).not.toHaveProperty('fill')
})

it('I16.2: a receipt whose price was too old, or did not come after the call, is found', async () => {
  freshFor()
  const anna = await customer()
  fixture.clock.advance(1_000)
  const buying = buy(anna, plain)
  quote('EURUSD', '1.16', '1.1601')
  const { id } = await buying
  const receipt = await receiptOf(anna, id)
  const [opened] = receipt.document.events
  const openedAt = fixture.clock.now()
  const findings = (fill: object, at = openedAt) => {
    Object.assign(opened ?? {}, { fill, at })
    return verifyReceipt(receipt, fixture.signer.keySet).findings.join()
  }
  expect(findings({ freshMs: 1_000, waitedFrom: newestSeq() })).toContain('did not arrive after the call')
  expect(findings({ freshMs: 1_000, waitedFrom: null }, openedAt + 2_500)).toContain(
    'had to be younger than 1000 ms',
  )
})
