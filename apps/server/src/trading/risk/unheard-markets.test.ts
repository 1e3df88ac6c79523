import { refusals } from '@candor/refusals'
import { describe, expect, it } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import type { Caller } from '../../platform/http/caller.ts'
import {
  believed,
  buy,
  close,
  closeAll,
  customer,
  edit,
  fixture,
  open,
  order,
  plain,
  quote,
  refusal,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { eventsBehindCutConnection, restartSilent as restart, settled } from '../quotes/test-progress.ts'
import { bitcoins, desk, stockAt, usdt } from './funds/test-free-money.ts'
import { operatorPaid, owedBy } from './test-owed.ts'

// A started engine has a board without quotes: a market needs several before one is tradable, and a dead feed brings none.

useContractsFixture()

const minute = 60_000
const paidFor = (...orderIds: string[]) => operatorPaid(fixture.db, orderIds)
const owed = (id: string) => owedBy(fixture.db, id)

/** A stock that won 6 000 and bitcoin at its opening price; both markets are open. */
async function pair() {
  const anna = await customer()
  const winner = await stockAt(anna, '260')
  const loser = await bitcoins(anna)
  return { anna, winner, loser }
}

/** Bitcoin loses more than the balance; the account stays above its stop-out. */
function bitcoinFalls(to = '700'): void {
  steady('BTCUSD', '8000', '8000')
  believed('BTCUSD', to)
}

/** The same, and the account is stopped out by it. */
const bitcoinCrashes = () => bitcoinFalls('200')

/** The operator advanced what the winner owes, and is paid back at its close. */
async function expectNothingPumped(anna: Caller, winner: string, loser: string): Promise<void> {
  await settled()
  const paid = await paidFor(loser)
  expect(paid).toBeGreaterThan(0n)
  expect(await owed(winner)).toBe(paid)
  steady('AAPL', '260', '260')
  await closeAll(anna)
  await settled()
  for (const id of [loser, winner]) expect((await order(anna, id)).status).toBe('closed')
  expect(await paidFor(loser, winner)).toBe(0n)
  for (const id of [loser, winner]) await verified(anna, id)
  expect(await reconcile(fixture.db)).toEqual([])
}

const starts: Readonly<Record<string, () => Promise<void>>> = {
  'after a start': () => restart(),
  'after a long time without a server': () => restart({ downMs: 10 * minute }),
  'after a halt over the start': async () => {
    await restart({ before: () => fixture.board.halt('AAPL', 'technical') })
    fixture.board.halt('AAPL', null)
  },
  'after another process took over': async () => {
    await fixture.runtime.close()
    fixture.clock.advance(11_000)
    fixture.runtime = await open()
  },
  'with a feed that died': async () => fixture.clock.advance(10 * minute),
}

describe('I11.3: a loss beyond the balance is owed by a winner whose market does not quote', () => {
  it.each(Object.keys(starts))('%s', async (start) => {
    const { anna, winner, loser } = await pair()
    await starts[start]?.()
    bitcoinFalls()
    await close(anna, { id: loser.id })
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('whether the customer closes everything', async () => {
    const { anna, winner, loser } = await pair()
    await restart()
    bitcoinFalls()
    expect(await closeAll(anna)).toMatchObject({ closed: [{ id: loser.id }], refused: [{ id: winner.id }] })
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('or a part', async () => {
    const { anna, winner, loser } = await pair()
    await restart()
    bitcoinFalls()
    await close(anna, { id: loser.id, lots: '1.44' })
    expect(await owed(winner.id)).toBeGreaterThan(usdt(500))
  })

  it('or a stop loss is reached', async () => {
    const { anna, winner, loser } = await pair()
    await edit(anna, { id: loser.id, stopLoss: '1000' })
    await restart({ downMs: 10 * minute })
    bitcoinFalls()
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('where what converts its currency has not quoted', async () => {
    const anna = await customer()
    steady('DE30', '24000', '24000')
    const winner = await buy(anna, { ...plain, code: 'DE30', lots: '0.1', leverage: 20 })
    believed('DE30', '26600')
    const loser = await bitcoins(anna)
    await restart({ downMs: 10 * minute })
    steady('DE30', '26600', '26600')
    bitcoinFalls()
    await close(anna, { id: loser.id })
    await settled()
    expect(await owed(winner.id)).toBe(await paidFor(loser.id))
    expect(await owed(winner.id)).toBeGreaterThan(0n)
    for (const { id } of [loser, winner]) await verified(anna, id)
  })

  it('where the stop loss was reached while no engine led, in the same market', async () => {
    const anna = await customer()
    steady('XAUUSD', '2000', '2000')
    const gold = { ...plain, code: 'XAUUSD', lots: '0.49', leverage: 20 }
    const winner = await buy(anna, { ...gold, direction: 'buy' })
    const loser = await buy(anna, { ...gold, direction: 'sell', stopLoss: '2200' })
    await fixture.runtime.close()
    believed('XAUUSD', '2240')
    believed('XAUUSD', '2000')
    await restart()
    await settled()
    expect(await order(anna, loser.id)).toMatchObject({ closeReason: 'stopLoss' })
    // The winner pays at the quote of the loss, and not at what it was worth in the end.
    expect(await order(anna, winner.id)).toMatchObject({ closeReason: 'stopOut', closePrice: '2240.000' })
    expect(await paidFor(loser.id, winner.id)).toBe(0n)
    for (const { id } of [loser, winner]) await verified(anna, id)
  })
})

/** Ether that won and owes for bitcoin that lost all of the balance, after a start, and some bitcoin that is left. */
async function owingEther() {
  const anna = await customer()
  steady('ETHUSD', '2000', '2000')
  const winner = await buy(anna, { ...plain, code: 'ETHUSD', lots: '1', leverage: 2 })
  believed('ETHUSD', '8000')
  const loser = await bitcoins(anna)
  const rest = await buy(anna, { ...plain, code: 'BTCUSD', lots: '0.01', leverage: 2 })
  await restart()
  bitcoinFalls()
  await close(anna, { id: loser.id })
  await settled()
  const [before, paid] = [await owed(winner.id), await paidFor(loser.id)]
  expect(before).toBe(paid)
  return { winner, rest, before }
}

/** To 17:00 in New York. */
async function nightFalls(): Promise<void> {
  fixture.clock.advance(10 * 60 * minute)
  fixture.runtime.engine.passTime()
  await settled()
}

it('I11.3: a night after a start is owed by a winner whose market has not quoted', async () => {
  const { winner, before } = await owingEther()
  await nightFalls()
  expect(await owed(winner.id)).toBeGreaterThan(before)
  expect(await reconcile(fixture.db)).toEqual([])
})

it('I11.3: and is charged later where the value of that winner is not known at all', async () => {
  const { winner, rest, before } = await owingEther()
  await restart({ before: forgetQuotes })
  bitcoinFalls()
  await nightFalls()
  expect([await owed(winner.id), await paidFor(rest.id)]).toEqual([before, 0n])
  steady('ETHUSD', '8000', '8000')
  // The other position's night waits for the outcome of its own.
  await settled()
  quote('ETHUSD', '8000', '8000')
  await settled()
  const paid = await paidFor(rest.id)
  expect(paid).toBeGreaterThan(0n)
  expect(await owed(winner.id)).toBe(before + paid + (await paidFor(winner.id)))
  expect(await reconcile(fixture.db)).toEqual([])
})

describe('I11.2 an account with a market that has not quoted since the start', () => {
  it('is stopped out by the values of before the start', async () => {
    const { anna, winner, loser } = await pair()
    await restart()
    bitcoinCrashes()
    await settled()
    expect(await order(anna, loser.id)).toMatchObject({ closeReason: 'stopOut' })
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('also where the connection is cut while they are read', async () => {
    const { anna, winner, loser } = await pair()
    const { actions, cut } = eventsBehindCutConnection()
    cut()
    await restart({ actions })
    bitcoinCrashes()
    await settled()
    expect(await order(anna, loser.id)).toMatchObject({ closeReason: 'stopOut' })
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('after a long time without a server waits a minute for its price, and then is', async () => {
    const { anna, winner, loser } = await pair()
    await restart({ downMs: 10 * minute })
    bitcoinCrashes()
    fixture.clock.advance(minute - 1_000)
    quote('BTCUSD', '200', '200')
    await settled()
    expect((await order(anna, loser.id)).status).toBe('open')
    fixture.clock.advance(1_000)
    quote('BTCUSD', '200', '200')
    await settled()
    expect(await order(anna, loser.id)).toMatchObject({ closeReason: 'stopOut' })
    await expectNothingPumped(anna, winner.id, loser.id)
  })

  it('is not, where that price comes meanwhile and bears the loss', async () => {
    const { anna, loser } = await pair()
    await restart({ downMs: 10 * minute })
    bitcoinCrashes()
    believed('AAPL', '280')
    fixture.clock.advance(minute)
    quote('BTCUSD', '200', '200')
    await settled()
    expect((await order(anna, loser.id)).status).toBe('open')
  })

  it('may take out no more than if half of that margin were lost', async () => {
    const { anna } = await pair()
    await restart()
    steady('BTCUSD', '8000', '8000')
    // 9 968.40 less 9 800 of margin, with 6 000 won or 2 000 lost.
    expect(await desk().reserve(anna.userId, 'demo', usdt(1))).toEqual({
      short: { free: '0.000000', stale: true },
    })
    steady('AAPL', '260', '260')
    expect(await desk().reserve(anna.userId, 'demo', usdt(1))).toMatchObject({ granted: {} })
  })
})

it('I11.3: while the value of a position is not known at all, a loss beyond the balance waits for it', async () => {
  const { anna, winner, loser } = await pair()
  await restart({ before: forgetQuotes })
  bitcoinFalls()
  expect(await refusal(close(anna, { id: loser.id }))).toBe('10015 stale')
  expect(await refusal(close(anna, { id: loser.id, lots: '1.44' }))).toBe('10015 stale')
  expect(await refusal(close(anna, { id: loser.id, lots: '0.1' }))).toBe('accepted')
  steady('AAPL', '260', '260')
  await close(anna, { id: loser.id })
  await settled()
  expect((await order(anna, winner.id)).status).toBe('closed')
  expect(await paidFor(loser.id, winner.id)).toBe(0n)
})

it('I11.3: so does a stop loss that was reached', async () => {
  const { anna, winner, loser } = await pair()
  await edit(anna, { id: loser.id, stopLoss: '1000' })
  await restart({ before: forgetQuotes })
  bitcoinFalls()
  await settled()
  expect((await order(anna, loser.id)).status).toBe('open')
  steady('AAPL', '260', '260')
  await settled()
  expect((await order(anna, loser.id)).status).toBe('closed')
  expect(await paidFor(loser.id, winner.id)).toBe(0n)
})

const forgetQuotes = () =>
  withClient(fixture.db.owner, (client) => client.query('TRUNCATE markets_quote_ticks'))

it('I11.18: a level set before the first quote after a start is watched from the last quote before it, also with a clock set back', async () => {
  const anna = await customer()
  believed('EURUSD', '1.1')
  const { id } = await buy(anna, { ...plain, lots: '0.1', leverage: 2 })
  // It reaches the level before there is one.
  believed('EURUSD', '1.2')
  believed('EURUSD', '1.1')
  await settled()
  await restart({ before: () => fixture.clock.advance(-40_000) })
  await edit(anna, { id, takeProfit: '1.15' })
  believed('EURUSD', '1.16')
  await settled()
  expect(await order(anna, id)).toMatchObject({ status: 'closed', closeReason: 'takeProfit' })
  await verified(anna, id)
})

it('I11.18bd: before the first quote after a start an exit on the wrong side of the last stored price is refused', async () => {
  const anna = await customer()
  believed('EURUSD', '1.1')
  const { id } = await buy(anna, { ...plain, lots: '0.1', leverage: 2 })
  await settled()
  await restart()
  expect(await refusal(edit(anna, { id, takeProfit: '1.05' }))).toBe(refusals.takeProfitInvalid)
  expect(await refusal(edit(anna, { id, stopLoss: '1.15' }))).toBe(refusals.stopLossInvalid)
  await edit(anna, { id, stopLoss: '1.05', takeProfit: '1.15' })
})
