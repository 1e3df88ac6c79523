import { describe, expect, it } from 'vitest'
import {
  believed,
  buy,
  cancel,
  close,
  closeAll,
  customer,
  edit,
  fixture,
  limit,
  newBoard,
  open,
  order,
  plain,
  quote,
  refusal,
  reverse,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { closeEverything } from '../orders/routes.ts'
import { settled } from '../quotes/test-progress.ts'

useContractsFixture()

/** Quotes of a market in `steady`. */
const before = 8

/** Another engine, which has heard no price yet, `downMs` later; a market's quotes continue after so many. */
async function takeOver(quotes = before, downMs = 0): Promise<void> {
  await fixture.runtime.close()
  await fixture.keeper.flush()
  fixture.clock.advance(downMs)
  newBoard(quotes)
  fixture.runtime = await open()
}

/** With a position whose worth decides what a second order may fill at: half of its margin lost would be too much. */
async function holder(terms: object = {}) {
  const anna = await customer()
  steady('BTCUSDT', '60000', '60001')
  await buy(anna, { ...plain, code: 'BTCUSDT', lots: '0.2', leverage: 2 })
  return { anna, waits: await limit(anna, { lots: '0.8', ...terms }) }
}

const reached = '10015 reached'

it('an order that cannot be judged yet fills, once it can be, at the quote that reached it first', async () => {
  const { anna, waits } = await holder()
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  steady('EURUSD', '1.1371', '1.1372')
  steady('EURUSD', '1.1450', '1.1451')
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'pending' })
  steady('BTCUSDT', '60000', '60001')
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
  await verified(anna, waits.id)
})

it('an order that cannot be judged yet is not forgotten when another engine takes over', async () => {
  const { anna, waits } = await holder()
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  steady('EURUSD', '1.1450', '1.1451')
  await takeOver(4 * before)
  steady('BTCUSDT', '60000', '60001')
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
  await verified(anna, waits.id)
})

it('a price that never comes stops the progress of the others for half an hour at most', async () => {
  await holder()
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  await settled()
  const takenAt = async () => {
    await fixture.runtime.close()
    const { rows } = await fixture.db.pool.query('SELECT at FROM orders_quotes_taken')
    fixture.runtime = await open()
    return Number(rows[0].at)
  }
  const before = await takenAt()
  fixture.clock.advance(29 * 60_000)
  expect(await takenAt()).toBe(before)
  fixture.clock.advance(2 * 60_000)
  expect(await takenAt()).toBe(fixture.clock.now())
})

it('I11.2: what was reached is decided: its owner neither cancels nor moves it after later prices, and it fills at the first', async () => {
  const { anna, waits } = await holder()
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  steady('EURUSD', '1.1371', '1.1372')
  const { id } = waits
  for (const change of [{ price: '1.13' }, { stopLoss: '1.1' }, { trailing: '0.01' }, { takeProfit: '1.2' }])
    expect(await refusal(edit(anna, { id, ...change }))).toBe(reached)
  expect(await refusal(cancel(anna, { id }))).toBe(reached)
  expect(await refusal(closeEverything(fixture.runtime, anna.userId, 'demo'))).toBe(reached)
  steady('BTCUSDT', '60000', '60001')
  await settled()
  expect(await order(anna, id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
  await verified(anna, id)
})

it('I11.2: an end by time after the reach prevents no fill, also where another engine takes over in between', async () => {
  const endsAt = fixture.clock.now() + 30_000
  const { anna, waits } = await holder({ expiresAt: new Date(endsAt).toISOString() })
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  fixture.clock.advance(20_000)
  steady('EURUSD', '1.1450', '1.1451')
  fixture.clock.advance(11_000)
  fixture.runtime.engine.passTime()
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'pending' })
  await takeOver(4 * before)
  fixture.runtime.engine.passTime()
  fixture.clock.advance(1_000)
  steady('BTCUSDT', '60000', '60001')
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'open', openPrice: '1.13901' })
})

it('I11.2: an order whose price does not come for half an hour can be cancelled, and ends at its time', async () => {
  const endsAt = fixture.clock.now() + 60_000
  const { anna, waits } = await holder()
  const ben = await holder({ expiresAt: new Date(endsAt).toISOString() })
  await takeOver(4 * before)
  steady('EURUSD', '1.1389', '1.1390')
  fixture.clock.advance(29 * 60_000)
  fixture.runtime.engine.passTime()
  await settled()
  expect(await refusal(cancel(anna, { id: waits.id }))).toBe(reached)
  expect(await order(ben.anna, ben.waits.id)).toMatchObject({ status: 'pending' })
  fixture.clock.advance(61_000)
  expect(await cancel(anna, { id: waits.id })).toMatchObject({ status: 'cancelled' })
  fixture.runtime.engine.passTime()
  await settled()
  expect(await order(ben.anna, ben.waits.id)).toMatchObject({ status: 'expired' })
})

it('I11.2: of two levels that are reached one after the other the first counts, whichever it favours', async () => {
  const anna = await customer()
  steady('DE30', '24500', '24501')
  const exits = { stopLoss: '24000', takeProfit: '24650' }
  const { id } = await buy(anna, { ...plain, code: 'DE30', lots: '0.1', leverage: 20, ...exits })
  await takeOver(before, 2 * 60_000)
  steady('DE30', '23501', '23502')
  believed('DE30', '24700')
  await settled()
  expect(await order(anna, id)).toMatchObject({ status: 'open' })
  steady('EURUSD', '1.15', '1.1501')
  await settled()
  expect(await order(anna, id)).toMatchObject({ closeReason: 'stopLoss', closePrice: '23501.0' })
  await verified(anna, id)
})

describe.each([
  { exit: { stopLoss: '24000' }, reason: 'stopLoss' },
  { exit: { trailing: '800' }, reason: 'trailing' },
])('a $reason whose result nothing converts yet', ({ exit, reason }) => {
  const reach = async () => {
    const anna = await customer()
    steady('DE30', '24500', '24501')
    const opened = await buy(anna, { ...plain, code: 'DE30', lots: '0.1', leverage: 20, ...exit })
    await takeOver(before, 2 * 60_000)
    steady('DE30', '23501', '23502')
    quote('DE30', '24700', '24701')
    quote('DE30', '23600', '23601')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
    const expectClosed = async () => {
      await settled()
      const closed = await order(anna, opened.id)
      expect(closed).toMatchObject({ closeReason: reason, closePrice: '23501.0' })
      await verified(anna, opened.id)
    }
    return { anna, id: opened.id, expectClosed }
  }

  it('I11.2: cannot be changed or closed by hand meanwhile, and neither can the other exits', async () => {
    const { anna, id, expectClosed } = await reach()
    for (const change of [
      { stopLoss: '22000' },
      { stopLoss: null },
      { takeProfit: '24800' },
      { trailing: null },
    ])
      expect(await refusal(edit(anna, { id, ...change }))).toBe(reached)
    expect(await refusal(close(anna, { id }))).toBe(reached)
    expect(await refusal(close(anna, { id, lots: '0.01' }))).toBe(reached)
    expect(await refusal(reverse(anna, { id }))).toBe(reached)
    expect(await closeAll(anna)).toEqual({ closed: [], refused: [{ id, code: 10015, reason: 'reached' }] })
    steady('EURUSD', '1.15', '1.1501')
    await expectClosed()
  })

  it('closes at the quote that reached it first', async () => {
    const { expectClosed } = await reach()
    steady('EURUSD', '1.15', '1.1501')
    await expectClosed()
  })

  it('closes at it, converted at the last stored rate, where none comes within a minute', async () => {
    const { expectClosed } = await reach()
    fixture.clock.advance(60_000)
    quote('DE30', '23600', '23601')
    await expectClosed()
  })
})
