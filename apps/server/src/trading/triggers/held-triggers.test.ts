import { describe, expect, it } from 'vitest'
import {
  buy,
  cancel,
  customer,
  fixture,
  limit,
  newBoard,
  open,
  order,
  plain,
  quote,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
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
async function holder() {
  const anna = await customer()
  steady('BTCUSDT', '60000', '60001')
  await buy(anna, { ...plain, code: 'BTCUSDT', lots: '0.2', leverage: 2 })
  return { anna, waits: await limit(anna, { lots: '0.8' }) }
}

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

it('an order that was cancelled meanwhile does not fill', async () => {
  const { anna, waits } = await holder()
  await takeOver()
  steady('EURUSD', '1.1389', '1.1390')
  await cancel(anna, { id: waits.id })
  steady('BTCUSDT', '60000', '60001')
  await settled()
  expect(await order(anna, waits.id)).toMatchObject({ status: 'cancelled' })
})

describe.each([
  { exit: { stopLoss: '24000' }, reason: 'stopLoss' },
  { exit: { trailing: '800' }, reason: 'trailing' },
])('a $reason whose result nothing converts yet', ({ exit, reason }) => {
  const reached = async () => {
    const anna = await customer()
    steady('DE30', '24500', '24501')
    const opened = await buy(anna, { ...plain, code: 'DE30', lots: '0.1', leverage: 20, ...exit })
    await takeOver(before, 2 * 60_000)
    steady('DE30', '23501', '23502')
    quote('DE30', '24700', '24701')
    quote('DE30', '23600', '23601')
    await settled()
    expect(await order(anna, opened.id)).toMatchObject({ status: 'open' })
    return async () => {
      await settled()
      const closed = await order(anna, opened.id)
      expect(closed).toMatchObject({ closeReason: reason, closePrice: '23501.0' })
      await verified(anna, opened.id)
    }
  }

  it('closes at the quote that reached it first', async () => {
    const expectClosed = await reached()
    steady('EURUSD', '1.15', '1.1501')
    await expectClosed()
  })

  it('closes at it, converted at the last stored rate, where none comes within a minute', async () => {
    const expectClosed = await reached()
    fixture.clock.advance(60_000)
    quote('DE30', '23600', '23601')
    await expectClosed()
  })
})
