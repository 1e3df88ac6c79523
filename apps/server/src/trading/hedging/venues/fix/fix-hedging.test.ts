import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import {
  connected,
  fills,
  fixture,
  minor,
  orders,
  settled,
  takeOver,
  trade,
  useHedgingFixture,
} from '../../hedging-fixture.ts'
import type { Quantity } from '../../venue.ts'
import { FixCounterparty } from './fix-counterparty-fixture.ts'
import { messageType, tag } from './fix-tags.ts'
import { FixVenue } from './fix-venue.ts'
import { patience, session } from './fix-venue-fixture.ts'

// Hedging over the adapter for FIX, with the database and the ledger.

let counterparty: FixCounterparty
const step = 100_000n as Quantity

useHedgingFixture(async () => {
  counterparty = new FixCounterparty()
  counterparty.price = () => fixture.price
  const port = await counterparty.acceptor.listen()
  const sequencePath = join(mkdtempSync(join(tmpdir(), 'fix-')), 'session.numbers')
  return {
    account: counterparty.account,
    close: () => counterparty.acceptor.close(),
    adapter: (name) =>
      new FixVenue({
        ...session,
        ...{ name, sequencePath, login: null, patience: { ...patience, responseMs: 400 } },
        address: { host: '127.0.0.1', port, tls: null },
        terms: [{ symbol: 'BTCUSDT', step, minimum: step, most: (step * 1_000_000n) as Quantity }],
      }),
  }
})
beforeEach(connected)

const sent = () => counterparty.acceptor.ofType(messageType.newOrderSingle)

it('I16.3 FIX: the surplus is laid off and comes back, with its result and fees', async () => {
  trade('5')
  await settled('4')
  fixture.price = { bid: '110', ask: '111' }
  trade('-2')
  await settled('-1')
  trade('0')
  await settled('0')
  expect(await orders()).toMatchObject([
    { side: 'buy', lots: 4, state: 'filled' },
    { side: 'sell', lots: 5, state: 'filled' },
    { side: 'buy', lots: 1, state: 'filled' },
  ])
  expect(await fills()).toMatchObject([
    { realised: 0n, charged: minor('0.16') },
    { realised: minor('40'), charged: minor('0.22') },
    { realised: minor('-1'), charged: minor('0.0444') },
  ])
})

it('I16.3 FIX: an engine that takes over after a crash asks for the order, and sends none twice', async () => {
  let cut = 0
  counterparty.acceptor.faults = {
    onReceive: ({ type }) => (type === messageType.newOrderSingle && cut++ === 0 ? 'cut' : null),
  }
  trade('5')
  await expect.poll(() => counterparty.account.orders.length).toBe(1)
  await takeOver()
  await settled('4')
  expect(sent()).toHaveLength(1)
  expect(await orders()).toMatchObject([{ state: 'filled', executed: 4 }])
  expect(await fills()).toHaveLength(1)
})

it('I16.3 FIX: an order that the venue never read is sent again under the same client id, with a new number', async () => {
  let lost = 0
  counterparty.acceptor.faults = {
    onReceive: ({ type }) => (type === messageType.newOrderSingle && lost++ === 0 ? 'lost' : null),
  }
  trade('5')
  await settled('4')
  const [order] = await orders()
  expect(await orders()).toHaveLength(1)
  expect(sent().map((message) => message.get(tag.possDupFlag))).toEqual([null])
  expect(counterparty.account.orders).toMatchObject([{ clientOrderId: (await fills())[0]?.client_id }])
  expect(order).toMatchObject({ state: 'filled' })
})

it('I16.3 FIX: executions that are repeated, lost, garbled or cut off are booked once', async () => {
  const faults = ['twice', 'lost', 'garbled', null] as const
  let event = 0
  for (let round = 1; round <= 8; round += 1) {
    counterparty.faults = { parts: (all) => [all / 2n, all - all / 2n], copies: () => round % 3 }
    counterparty.acceptor.faults = {
      onSend: (type) =>
        type === messageType.executionReport ? (faults[event++ % faults.length] ?? null) : null,
    }
    trade(String(round + 1))
    if (round % 2 === 0) counterparty.acceptor.disconnect()
  }
  await settled('8')
  counterparty.acceptor.faults = {}
  const booked = await fills()
  expect(booked).toHaveLength(counterparty.account.trades.length)
  expect(booked.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(
    counterparty.account.position('BTCUSDT'),
  )
  await fixture.hedging.compare('now')
  expect(fixture.hedging.comparisonOf('BTCUSDT')).toMatchObject({ foreignFills: 0, missingFills: 0 })
})

it('I16.3 FIX: an execution that is not ours stops the market', async () => {
  trade('5')
  await settled('4')
  const foreign = { clientOrderId: 'by-hand', symbol: 'BTCUSDT', side: 'BUY', quantity: 100_000n } as const
  counterparty.account.place(foreign, { bid: '100', ask: '100' }, { parts: (all) => [all], now: Date.now() })
  await fixture.hedging.compare('now')
  expect(fixture.hedging.comparisonOf('BTCUSDT')).toMatchObject({ foreignFills: 1 })
  expect(fixture.hedging.hindranceOf('BTCUSDT')).toBe('stopped')
})
