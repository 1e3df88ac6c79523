import { price } from '@candor/money'
import { refuse } from '@candor/rules'
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
  const rule = new FreshRule({ parameters, clock: fixture.clock }, fixture.board, waitMs)
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

it('I16.2: a market that is halted while a call waits refuses it at the next price', async () => {
  freshFor()
  const anna = await customer()
  fixture.clock.advance(1_000)
  const { called } = await waiting(() => refusal(buy(anna, plain)))
  fixture.board.halt('EURUSD', 'technical')
  quote('EURUSD', '1.151', '1.1511')
  expect(await called).toMatch('halted')
})

it('I16.2: a customer who is frozen while their order waits opens nothing, and still closes', async () => {
  freshFor()
  const anna = await customer()
  const { id } = await buy(anna, plain)
  let isFrozen = false
  fixture.ownLimit = async () => (isFrozen ? refuse('accountFrozen') : null)
  for (const act of [() => buy(anna, plain), () => reverse(anna, { id })]) {
    isFrozen = false
    fixture.clock.advance(1_000)
    const { called } = await waiting(() => refusal(act()))
    isFrozen = true
    quote('EURUSD', '1.151', '1.1511')
    expect(await called).toBe(10008)
  }
  fixture.clock.advance(1_000)
  const { called } = await waiting(() => close(anna, { id }))
  quote('EURUSD', '1.152', '1.1521')
  expect((await called).status).toBe('closed')
})

it('I16.2: of one account fifty calls wait at most, and others wait beside it', async () => {
  freshFor(50)
  const [anna, ben] = [await customer(), await customer()]
  fixture.clock.advance(1_000)
  const calls = Array.from({ length: 51 }, () => refusal(buy(anna, plain)))
  expect(await refusal(buy(ben, plain))).toBe('10015 stale')
  const refusals = await Promise.all(calls)
  expect(refusals.filter((one) => one === 11002)).toHaveLength(1)
  expect(refusals.filter((one) => one === '10015 stale')).toHaveLength(50)
  expect(await refusal(buy(anna, plain))).toBe('10015 stale')
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

/** A live quote that was made so long ago. */
function late(lateMs: number, bid: string, ask: string): void {
  const { board, clock } = fixture
  const time = clock.now() - lateMs
  board.offer({ code: 'EURUSD', bid: price(bid), ask: price(ask), time, source: 'live', volume: 0 })
}

/** Makes EURUSD tradable from a feed that is two seconds late. */
function lateFeed(): void {
  for (let count = 0; count < 7; count++) late(2_000, '1.15', '1.1501')
}

it('I16.2: from a late feed a call fills at the first price that was made after it, not at one that only arrived after it', async () => {
  freshFor()
  const anna = await customer()
  lateFeed()
  const { clock } = fixture
  const calledAt = clock.now()
  const looks = vi.spyOn(QuoteArrivals.prototype, 'nextOf')
  const called = buy(anna, plain)
  for (const [at, afterMs] of [1_000, 1_000, 1_001].entries()) {
    await expect.poll(() => looks.mock.calls.length).toBe(at + 1)
    clock.advance(afterMs)
    late(2_000, `1.15${at}`, `1.15${at}1`)
  }
  looks.mockRestore()
  const bought = await called
  expect(await lastEvent(anna, bought.id)).toMatchObject({
    fill: { calledAt, dueAt: calledAt },
    quote: { time: calledAt + 1_001, receivedAt: calledAt + 3_001 },
  })
})

it('I16.2: a call whose account’s turn comes late is due then, and its receipt says so', async () => {
  freshFor()
  const anna = await customer()
  const called = fixture.clock.now()
  const obstacle = vi.spyOn(fixture.runtime.engine, 'inTurn').mockImplementationOnce(async (...args) => {
    fixture.clock.advance(700)
    return fixture.runtime.engine.inTurn(...args)
  })
  const bought = await buy(anna, plain)
  obstacle.mockRestore()
  expect(await lastEvent(anna, bought.id)).toMatchObject({
    fill: { calledAt: called, dueAt: called + 700, waitedFrom: null },
  })
})

it('I16.2: a receipt whose price was too old, or did not come after the call, is found', async () => {
  freshFor()
  const anna = await customer()
  fixture.clock.advance(1_000)
  const { called } = await waiting(() => buy(anna, plain))
  quote('EURUSD', '1.16', '1.1601')
  const { id } = await called
  const receipt = await receiptOf(anna, id)
  const [opened] = receipt.document.events
  const at = fixture.clock.now()
  const right = { freshMs: 1_000, calledAt: at, dueAt: at, waitedFrom: null }
  const findings = (fill: object, changes: object = {}) => {
    Object.assign(opened ?? {}, { at, fill: { ...right, ...fill }, ...changes })
    return verifyReceipt(receipt, fixture.signer.keySet).findings.join()
  }
  expect(findings({ waitedFrom: newestSeq() })).toContain('did not arrive after the call')
  expect(findings({}, { at: at + 2_500 })).toContain('had to be younger than 1000 ms')
  expect(findings({ calledAt: at + 1_000, dueAt: at + 1_000 }, { at: at + 1_000 })).toContain(
    'had to be younger than 1000 ms',
  )
  expect(findings({ dueAt: at - 1 })).toContain('the moments of the call are not in order')
  const live = { ...(opened as { quote?: object }).quote, source: 'live', time: at - 2_500 }
  expect(findings({ waitedFrom: 1 }, { quote: live })).toContain('was made 2500 ms before the fill')
  const timely = { ...live, time: at - 500 }
  expect(findings({ waitedFrom: 1 }, { quote: timely })).not.toContain('was made')
})
