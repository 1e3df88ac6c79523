import { parseScaled } from '@candor/money'
import { minuteMs } from '@candor/rules/time-units.ts'
import { expect, it } from 'vitest'
import { VenueUnavailable } from '../../venue.ts'
import type { Field } from './fix-message.ts'
import { messageType, tag } from './fix-tags.ts'
import { connected, fixture, orderOf, useFixFixture } from './fix-venue-fixture.ts'

useFixFixture()

const acceptor = () => fixture.counterparty.acceptor
const fee = (text: string) => parseScaled(text, 18)

it('I16.3 FIX: an order at the market goes out once, as immediate or cancel, and is reported filled', async () => {
  const order = orderOf()
  const outcome = await fixture.venue.place(order)
  expect(outcome).toMatchObject({
    kind: 'taken',
    report: { clientId: order.clientId, venueOrderId: '1', state: 'filled', executed: 200_000_000n },
  })
  expect(acceptor().ofType(messageType.newOrderSingle)[0]?.fields).toEqual(
    expect.arrayContaining([
      [tag.clOrdId, order.clientId],
      [tag.account, 'OPERATOR'],
      [tag.side, '1'],
      [tag.orderQty, '2'],
      [tag.ordType, '1'],
      [tag.timeInForce, '3'],
    ]),
  )
  expect(fixture.fills).toMatchObject([
    { fillId: `t1 ${order.clientId}`, price: 1_000_000_000_000n, fee: fee('0.08'), feeAsset: 'USDT' },
  ])
})

it('I16.3 FIX: parts of an order are executions of their own, and the rest expires', async () => {
  fixture.counterparty.faults = { parts: (all) => [all / 4n, all / 2n] }
  const order = orderOf({ side: 'sell' })
  expect(await fixture.venue.place(order)).toMatchObject({
    kind: 'taken',
    report: { state: 'expired', executed: 150_000_000n, reason: 'OrdStatus C' },
  })
  const found = await fixture.venue.find(order.symbol, order.clientId, order.side)
  expect(found).toMatchObject({ state: 'expired', executed: 150_000_000n })
  if (found === null) throw new Error('it is found')
  const fills = await fixture.venue.fillsOf(found)
  expect(fills.map(({ quantity, side }) => [quantity, side])).toEqual([
    [50_000_000n, 'sell'],
    [100_000_000n, 'sell'],
  ])
  expect(fixture.fills).toEqual(fills)
})

it('I16.3 FIX: a refusal is certain, and one as a duplicate asks for the order', async () => {
  fixture.counterparty.price = () => null
  expect(await fixture.venue.place(orderOf())).toEqual({
    kind: 'refused',
    reason: 'OrdStatus 8, OrdRejReason 0, no price',
  })
  fixture.counterparty.price = () => ({ bid: '1', ask: '1' })
  const order = orderOf()
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'taken' })
  expect(await fixture.venue.place(order)).toEqual({ kind: 'unknown', reason: 'the venue has the order' })
})

it('I16.3 FIX: rejections by the session or the application refuse an order and leave a question without an answer', async () => {
  for (const type of [messageType.reject, messageType.businessMessageReject]) {
    acceptor().faults = {
      onReceive: (message) => {
        const number = message.need(tag.msgSeqNum)
        queueMicrotask(() => {
          acceptor().incoming = Number(number) + 1
          acceptor().send(type, [
            [tag.refSeqNum, number],
            [tag.businessRejectReason, '4'],
            [tag.text, 'not now'],
          ])
        })
        return 'deaf'
      },
    }
    expect(await fixture.venue.place(orderOf())).toEqual({
      kind: 'refused',
      reason: 'the venue rejected a message not now',
    })
    const { symbol, clientId, side } = orderOf()
    await expect(fixture.venue.find(symbol, clientId, side)).rejects.toThrow(VenueUnavailable)
    await expect(fixture.venue.fillsSince(symbol, 0)).rejects.toThrow('not now')
  }
})

it('I16.3 FIX: an order without an answer is unknown, and found by its client id', async () => {
  const order = orderOf()
  let cut = 0
  acceptor().faults = {
    onReceive: ({ type }) => (type === messageType.newOrderSingle && cut++ === 0 ? 'cut' : null),
  }
  expect(await fixture.venue.place(order)).toMatchObject({ kind: 'unknown' })
  await connected()
  expect(await fixture.venue.find(order.symbol, order.clientId, order.side)).toMatchObject({
    state: 'filled',
    executed: 200_000_000n,
  })
  const { symbol, clientId, side } = orderOf()
  expect(await fixture.venue.find(symbol, clientId, side)).toBeNull()
})

it('I16.3 FIX: an execution that is reported again keeps its id, and the drop copy has it once', async () => {
  fixture.counterparty.faults = { copies: () => 3 }
  await fixture.venue.place(orderOf())
  const [trade] = fixture.counterparty.account.trades
  if (trade !== undefined) fixture.counterparty.reportTrade(trade, [[97, 'Y']])
  const now = Date.now()
  const listed = await fixture.venue.fillsSince('BTCUSDT', now - minuteMs)
  expect(listed).toHaveLength(1)
  expect(fixture.fills).toHaveLength(4)
  expect(new Set(fixture.fills.map(({ fillId }) => fillId))).toEqual(new Set([listed[0]?.fillId]))
  expect(await fixture.venue.fillsSince('BTCUSDT', now + minuteMs)).toEqual([])
})

it('I16.3 FIX: a list of which a message is missing is no answer', async () => {
  await fixture.venue.place(orderOf())
  fixture.counterparty.faults = { missing: 1 }
  await expect(fixture.venue.fillsSince('BTCUSDT', 0)).rejects.toThrow('the venue listed 1 of 2 trades')
})

it('I16.3 FIX: positions are long less short, and none where there was no order', async () => {
  expect(await fixture.venue.positions()).toEqual([])
  await fixture.venue.place(orderOf({ side: 'sell' }))
  expect(await fixture.venue.positions()).toEqual([{ symbol: 'BTCUSDT', quantity: -200_000_000n }])
})

it('I16.3 FIX: fees are read as commission of every kind and as other fees, of one currency', async () => {
  // An order of 2 at 100.
  const cases: [readonly Field[], string, string][] = [
    [[[tag.commType, '1']], '0.16', 'USDT'],
    [[[tag.commType, '2']], '0.16', 'USDT'],
    [[[tag.miscFeeAmt, '-0.03']], '0.05', 'USDT'],
    [
      [
        [tag.miscFeeAmt, '0.01'],
        [tag.miscFeeCurr, 'USDT'],
      ],
      '0.09',
      'USDT',
    ],
  ]
  for (const [fields, expected, asset] of cases) {
    fixture.counterparty.faults = { fields: () => fields }
    await fixture.venue.place(orderOf())
    expect(fixture.fills.at(-1)).toMatchObject({ fee: fee(expected), feeAsset: asset })
  }
  fixture.counterparty.faults = {
    fields: () => [
      [tag.miscFeeAmt, '1'],
      [tag.miscFeeCurr, 'EUR'],
    ],
  }
  const count = fixture.fills.length
  await fixture.venue.place(orderOf())
  // It is asked for after a new connection; until it is understood, nothing is hedged.
  await expect.poll(() => acceptor().ofType(messageType.logon).length).toBe(2)
  await connected()
  expect(fixture.fills).toHaveLength(count)
  await expect(fixture.venue.fillsSince('BTCUSDT', 0)).rejects.toThrow('fees in several currencies')
})
