import { randomUUID } from 'node:crypto'
import { minuteMs } from '@candor/rules/time-units.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  asOwner,
  bitcoin,
  capital,
  connected,
  fills,
  fixture,
  hedger,
  lead,
  minor,
  orders,
  settled,
  takeOver,
  trade,
  useHedgingFixture,
} from './hedging-fixture.ts'
import { payFills } from './pay-fills.ts'

useHedgingFixture()
beforeEach(connected)

describe('I16.3: the surplus is laid off', () => {
  it('what is above the limit goes to the venue in one order, and comes back when customers close', async () => {
    trade('5')
    await settled('4')
    trade('4.5')
    await settled('4')
    trade('3')
    await settled('3')
    trade('-2')
    await settled('-1')
    expect(await orders()).toMatchObject([
      { side: 'buy', lots: 4, state: 'filled', executed: 4 },
      { side: 'sell', lots: 1, state: 'filled', executed: 1 },
      { side: 'sell', lots: 4, state: 'filled', executed: 4 },
    ])
  })

  it('books the result of what reduces a position and the venue’s fees, to the last unit', async () => {
    const before = await capital()
    trade('2')
    await settled('1')
    fixture.price = { bid: '110', ask: '111' }
    trade('0')
    await settled('0')
    // Bought at 100, sold at 110; 0.04% of both.
    expect(await fills()).toMatchObject([
      { realised: 0n, charged: minor('0.04'), paid: true },
      { realised: minor('10'), charged: minor('0.044'), paid: true },
    ])
    expect((await capital()) - before).toBe(minor('10') - minor('0.084'))
  })

  it('an order that is filled in parts and ends early is followed by another for the rest', async () => {
    let first = true
    fixture.server.faults = {
      parts: (quantity) => {
        if (!first) return [quantity]
        first = false
        return [quantity / 4n, quantity / 4n]
      },
    }
    trade('5')
    await settled('4')
    expect(await orders()).toMatchObject([
      { lots: 4, state: 'expired', executed: 2 },
      { lots: 2, state: 'filled' },
    ])
    expect(await fills()).toHaveLength(3)
  })

  it('an execution that the stream reports twice, or never, is booked once', async () => {
    for (const copies of [2, 0, 3]) {
      fixture.server.faults = { copies: () => copies }
      trade('5')
      await settled('4')
      trade('0')
      await settled('0')
    }
    const booked = await fills()
    expect(booked).toHaveLength(fixture.server.account.trades.length)
    expect(new Set(booked.map(({ fill_id }) => fill_id)).size).toBe(booked.length)
  })

  it('an execution that is reported again changes neither position nor capital', async () => {
    trade('5')
    await settled('4')
    const [before, paid] = [hedger().position, await capital()]
    const again = await fixture.hedging.venue.fillsSince('BTCUSDT', Date.now() - minuteMs)
    expect(again).toHaveLength(1)
    for (const fill of again) expect(await hedger().receive(fill)).toBe('repeated')
    expect(hedger().position).toEqual(before)
    expect(await capital()).toBe(paid)
  })

  it('an execution that the capital cannot pay for counts all the same, and is paid once the money is there', async () => {
    const free = await capital()
    const world = { class: 'world', owner: 'house', asset: 'USDT' } as const
    const account = { class: 'hedge-capital', owner: 'house', asset: 'USDT' } as const
    const move = (from: typeof world | typeof account, to: typeof world | typeof account, kind: string) =>
      fixture.ledger.post({
        ...{ id: randomUUID(), reference: null },
        steps: [{ do: 'transfer', kind, from, to, minor: free }],
      })
    await move(account, world, 'treasury-out')
    trade('2')
    await settled('1')
    expect(await fills()).toMatchObject([{ paid: false, charged: minor('0.04') }])
    await payFills(fixture.db, fixture.ledger)
    expect(await fills()).toMatchObject([{ paid: false }])
    await move(world, account, 'treasury-in')
    await payFills(fixture.db, fixture.ledger)
    expect(await fills()).toMatchObject([{ paid: true }])
    expect(await capital()).toBe(free - minor('0.04'))
  })
})

describe('I16.3: an order is sent once', () => {
  it('an order whose answer is lost is found by its client id, and not sent again', async () => {
    let cut = 0
    fixture.server.faults = {
      onRequest: (call) => (call === 'POST /fapi/v1/order' && cut++ === 0 ? 'unanswered' : null),
      copies: () => 0,
    }
    trade('5')
    await settled('4')
    expect(fixture.server.account.orders).toHaveLength(1)
    expect(await orders()).toMatchObject([{ state: 'filled' }])
  })

  it('an order that arrives after it was asked for is waited for, and not doubled', async () => {
    let late = 0
    fixture.server.faults = {
      onRequest: (call) => (call === 'POST /fapi/v1/order' && late++ === 0 ? 'late' : null),
      copies: () => 0,
    }
    trade('5')
    await settled('4')
    expect(fixture.server.account.orders).toHaveLength(1)
    expect(await orders()).toHaveLength(1)
  })

  it('an order that never arrived is sent again under the same client id', async () => {
    let lost = 0
    fixture.server.faults = {
      onRequest: (call) => (call === 'POST /fapi/v1/order' && lost++ === 0 ? 'lost' : null),
    }
    trade('5')
    await settled('4')
    const [order] = await orders()
    expect(await orders()).toHaveLength(1)
    expect(fixture.server.account.orders).toMatchObject([{ clientOrderId: order?.client_id }])
    expect(lost).toBe(2)
  })

  it('an order that never arrived is not sent again once customers have closed', async () => {
    fixture.server.faults = {
      onRequest: (call) => {
        if (call !== 'POST /fapi/v1/order') return null
        fixture.net = 0n
        return 'lost'
      },
    }
    trade('5')
    await expect.poll(async () => (await orders()).map(({ state }) => state)).toEqual(['absent'])
    expect(fixture.server.account.orders).toHaveLength(0)
  })

  it('a venue that refuses is asked again later, with a new order', async () => {
    const { price } = fixture
    fixture.price = null
    trade('5')
    await expect.poll(async () => (await orders()).length).toBeGreaterThan(1)
    // Meanwhile nothing may wait for it.
    await expect.poll(() => fixture.hedging.takes('BTCUSDT', 1n)).toBe(false)
    fixture.price = price
    await settled('4')
    expect(fixture.hedging.takes('BTCUSDT', 1n)).toBe(true)
    const all = await orders()
    expect(all.at(-1)).toMatchObject({ state: 'filled' })
    expect(new Set(all.slice(0, -1).map(({ state, executed }) => `${state} ${executed}`))).toEqual(
      new Set(['refused 0']),
    )
  })

  it('is stored before it is sent, and one at a time in a market', async () => {
    const stored: number[] = []
    let counting: Promise<unknown> = Promise.resolve()
    fixture.server.faults = {
      onRequest: (call) => {
        if (call === 'POST /fapi/v1/order')
          counting = orders().then((all) =>
            stored.push(all.filter(({ state }) => state === 'pending').length),
          )
        return null
      },
      delayMs: () => 20,
    }
    for (const net of ['5', '6', '7', '8', '9']) trade(net)
    await settled('8')
    await counting
    expect(new Set(stored)).toEqual(new Set([1]))
    expect((await orders()).length).toBeLessThanOrEqual(3)
  })
})

describe('I16.3: after a crash the venue is asked', () => {
  it('an engine that takes over finds the order of the one before, with its executions', async () => {
    fixture.server.faults = { delayMs: () => 50, copies: () => 0 }
    trade('5')
    await expect.poll(() => fixture.server.account.orders.length).toBe(1)
    await takeOver()
    await settled('4')
    expect(await orders()).toHaveLength(1)
    expect(await fills()).toHaveLength(1)
  })

  it('an engine that another has taken over from stores and sends nothing more', async () => {
    const former = hedger()
    await lead()
    await connected()
    trade('5')
    await settled('4')
    former.wakeNow()
    await expect
      .poll(() => fixture.logged.filter((line) => line === 'hedging failed, and tries again').length)
      .toBeGreaterThan(0)
    expect(fixture.server.account.orders).toHaveLength(1)
  })

  it('lost connections cost nothing: what was missed is asked for', async () => {
    for (let round = 1; round <= 8; round += 1) {
      trade(String(round + 1))
      fixture.server.disconnect()
      trade(String(round + 2))
      fixture.server.disconnectStreams()
    }
    await settled('9')
    const booked = (await fills()).reduce((sum, { quantity }) => sum + quantity, 0n)
    expect(booked).toBe(fixture.server.account.position('BTCUSDT'))
  })
})

describe('I16.3: a surplus waits only for a venue that is there', () => {
  it('while the venue is away nothing is sent and nothing may wait for it, and it goes on once it is back', async () => {
    fixture.server.faults = { onRequest: () => 'lost' }
    fixture.server.disconnect()
    await expect.poll(() => fixture.hedging.hindranceOf('BTCUSDT')).toBe('disconnected')
    await expect
      .poll(() => fixture.hedging.venue.health().fault)
      .toBe('no answer to /fapi/v1/listenKey: UND_ERR_SOCKET')
    expect(fixture.hedging.takes('BTCUSDT', 1n)).toBe(false)
    trade('5')
    expect(await orders()).toEqual([])
    fixture.server.faults = {}
    await settled('4')
    expect(fixture.hedging.takes('BTCUSDT', 1n)).toBe(true)
  })

  it('no more may wait for it than the backlog of the settings, and nothing of a market that is not hedged', () => {
    const { backlogMinor } = bitcoin
    const { hedging } = fixture
    expect([hedging.takes('BTCUSDT', backlogMinor), hedging.takes('BTCUSDT', backlogMinor + 1n)]).toEqual([
      true,
      false,
    ])
    expect(hedging.takes('ETHUSDT', 1n)).toBe(false)
  })
})

describe('I16.3: our books are compared with the venue’s drop copy', () => {
  it('another position than ours stops the market, also where no execution explains it', async () => {
    trade('5')
    await settled('4')
    // Too new to be missed: the venue may list it later.
    fixture.server.account.trades.splice(0)
    await expectStopped({ ours: 400_000_000n, theirs: 0n, foreignFills: 0, missingFills: 0 })
  })

  it('an execution of ours that the venue does not list stops the market, also where the positions are equal', async () => {
    trade('5')
    await settled('4')
    const { account } = fixture.server
    account.trades.splice(0)
    Object.assign(account, { position: () => 400_000_000n })
    await asOwner(
      'ALTER TABLE hedging_fills DISABLE TRIGGER hedging_fills_stay',
      'UPDATE hedging_fills SET at = at - 20000',
      'ALTER TABLE hedging_fills ENABLE TRIGGER hedging_fills_stay',
    )
    await expectStopped({ ours: 400_000_000n, theirs: 400_000_000n, foreignFills: 0, missingFills: 1 })
  })

  it('an execution that is not ours stops the market until an operator looks, and is accepted by the resumption', async () => {
    trade('5')
    await settled('4')
    const { account } = fixture.server
    const foreign = { clientOrderId: 'by-hand', symbol: 'BTCUSDT', side: 'BUY', quantity: 100_000n } as const
    account.place(foreign, { bid: '100', ask: '100' }, { parts: (all) => [all], now: Date.now() })
    await fixture.hedging.compare('now')
    expect(fixture.hedging.comparisonOf('BTCUSDT')).toMatchObject({ foreignFills: 1 })
    expect(fixture.hedging.hindranceOf('BTCUSDT')).toBe('stopped')
    expect(fixture.hedging.takes('BTCUSDT', 1n)).toBe(false)
    trade('9')
    await fixture.hedging.look()
    expect(account.orders).toHaveLength(2)
    // Traded back by hand, and resumed.
    account.place(
      { ...foreign, clientOrderId: 'back', side: 'SELL' },
      { bid: '100', ask: '100' },
      { parts: (all) => [all], now: Date.now() },
    )
    await resume()
    await fixture.hedging.look()
    await fixture.hedging.compare('now')
    await settled('8')
  })

  it('an execution of ours that was missed is booked by the comparison', async () => {
    trade('5')
    await settled('4')
    const [order] = await orders()
    const [trade1] = fixture.server.account.trades
    expect(trade1?.order.clientOrderId).toBe(order?.client_id)
    await asOwner(
      'ALTER TABLE hedging_fills DISABLE TRIGGER hedging_fills_stay',
      `DELETE FROM hedging_fills WHERE client_id = '${order?.client_id}'`,
      'UPDATE hedging_positions SET lots = 0, cost = 0 WHERE lots = 400000000',
      'ALTER TABLE hedging_fills ENABLE TRIGGER hedging_fills_stay',
    )
    await fixture.hedging.compare('now')
    expect(fixture.hedging.comparisonOf('BTCUSDT')).toMatchObject({
      ours: 400_000_000n,
      theirs: 400_000_000n,
      missingFills: 0,
      foreignFills: 0,
    })
    expect(await fills()).toHaveLength(1)
  })
})

/** Compares, and expects these differences and their consequence. */
async function expectStopped(differences: object): Promise<void> {
  const sent = fixture.server.account.orders.length
  await fixture.hedging.compare('now')
  expect(fixture.hedging.comparisonOf('BTCUSDT')).toMatchObject(differences)
  expect(fixture.hedging.hindranceOf('BTCUSDT')).toBe('stopped')
  trade('9')
  await fixture.hedging.look()
  expect(fixture.hedging.takes('BTCUSDT', 1n)).toBe(false)
  expect(fixture.server.account.orders).toHaveLength(sent)
}

async function resume(): Promise<void> {
  const id = randomUUID()
  await fixture.db.pool.query(
    `INSERT INTO operators_people (id, email, email_key, role, password_hash, totp_secret, created_at)
     SELECT id, id || '@candor.example', id || '@candor.example', 'risk', '-', 'sealed:-', now() FROM unnest($1::uuid[]) id`,
    [[id]],
  )
  await fixture.db.query
    .insertInto('hedging_stops')
    .values({ code: 'BTCUSDT', stopped: false, reason: 'looked at', operator: id, at: BigInt(Date.now()) })
    .execute()
}
