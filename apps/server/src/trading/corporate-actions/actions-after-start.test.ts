import { expect, it } from 'vitest'
import type { ActionRequest } from '../../market-data/market-events/actions.ts'
import { withClient } from '../../platform/database/database-server.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { showStuckCases } from '../../platform/jobs/show-stuck-cases.ts'
import {
  believed,
  buy,
  close,
  customer,
  edit,
  fixture,
  order,
  plain,
  steady,
  useContractsFixture,
  verified,
} from '../../testing/contracts-fixture.ts'
import { followEventsOf, passActions, requestInTime } from '../../testing/test-market-events.ts'
import { restartSilent, settled } from '../quotes/test-progress.ts'
import { bitcoins } from '../risk/funds/test-free-money.ts'
import { operatorPaid, owedBy } from '../risk/test-owed.ts'

// Splits and dividends around a start, while markets have not quoted since it. Each test has a market of its own.

useContractsFixture()

const minute = 60_000

/** 100 shares that won 6 000, a minute ago; New York is open. */
async function holderOf(code: string) {
  const anna = await customer()
  fixture.clock.advance(3 * 3_600_000)
  steady(code, '200', '200')
  const winner = await buy(anna, { ...plain, code, lots: '100', leverage: 5 })
  believed(code, '260')
  return { anna, winner }
}

/** Follows splits and dividends as every process does. */
const marketActions = () => followEventsOf(fixture, () => fixture.board).actions

async function request(action: Omit<ActionRequest, 'at' | 'by'>): Promise<void> {
  const full = { ...action, at: fixture.clock.now(), by: 'olga' }
  expect(await requestInTime(fixture.db.query, fixture.clock, full)).toBeNull()
}

const carryOut = () => passActions(fixture)

/** Profit of all positions, as it is shown. */
function worth({ userId }: Caller): bigint {
  const { book, valuation } = fixture.runtime
  const { positions } = book.account(userId, 'demo')
  return [...positions.values()].reduce((sum, one) => sum + (valuation.profitOf(one) ?? 0n), 0n)
}

it('I11.3: a market that was split and has not quoted since counts after a start at its last quote on the new scale', async () => {
  const actions = marketActions()
  await restartSilent({ actions })
  const { anna, winner } = await holderOf('AAPL')
  const loser = await bitcoins(anna)
  fixture.clock.advance(minute)
  await request({ code: 'AAPL', kind: 'split', value: '4:1' })
  await carryOut()
  const before = worth(anna)
  await restartSilent({ actions })
  expect(worth(anna)).toBe(before)
  steady('BTCUSD', '8000', '8000')
  believed('BTCUSD', '700')
  await close(anna, { id: loser.id })
  await settled()
  const paid = await operatorPaid(fixture.db, [loser.id])
  expect(paid).toBeGreaterThan(0n)
  expect(await owedBy(fixture.db, winner.id)).toBe(paid)
  for (const { id } of [loser, winner]) await verified(anna, id)
})

it('I11.10: where a split is due at the start, quotes of the new scale that came before it reach no level, and positions count on one scale', async () => {
  const { anna, winner } = await holderOf('MSFT')
  await edit(anna, { id: winner.id, stopLoss: '180' })
  fixture.clock.advance(minute)
  const before = worth(anna)
  await fixture.runtime.close()
  await request({ code: 'MSFT', kind: 'split', value: '4:1' })
  await restartSilent({
    downMs: 2 * minute,
    before: () => steady('MSFT', '65', '65'),
    actions: marketActions(),
  })
  expect(worth(anna)).toBe(before)
  await carryOut()
  expect(worth(anna)).toBe(before)
  steady('MSFT', '65', '65')
  await settled()
  expect(worth(anna)).toBe(before)
  expect(await order(anna, winner.id)).toMatchObject({ status: 'open', lots: '400', stopLoss: '45.00' })
  await verified(anna, winner.id)
})

it('I11.10: quotes of the next contract that came while no engine led reach no level of before the roll', async () => {
  const anna = await customer()
  fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  steady('ES', '6800', '6800')
  const long = await buy(anna, { ...plain, code: 'ES', lots: '0.1', leverage: 20, stopLoss: '6700' })
  const before = worth(anna)
  await fixture.runtime.close()
  fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await restartSilent({ before: () => steady('ES', '6600', '6600'), actions: marketActions() })
  await settled()
  expect(await order(anna, long.id)).toMatchObject({ status: 'open', stopLoss: '6500.00' })
  expect(worth(anna)).toBe(before)
  await verified(anna, long.id)
})

it('I11.3: a dividend after a start is owed by a winner whose market has not quoted', async () => {
  const { anna, winner } = await holderOf('DIS')
  steady('IBM', '500', '500')
  const loser = await buy(anna, { ...plain, code: 'IBM', lots: '10', leverage: 5, direction: 'sell' })
  // With what it gains by the dividend it is still worth less than the winner.
  believed('IBM', '1060')
  fixture.clock.advance(minute)
  await restartSilent({ actions: marketActions() })
  await request({ code: 'IBM', kind: 'dividend', value: '1100' })
  await carryOut()
  const paid = await operatorPaid(fixture.db, [loser.id])
  expect(paid).toBeGreaterThan(0n)
  expect(await owedBy(fixture.db, winner.id)).toBe(paid)
  for (const { id } of [loser, winner]) await verified(anna, id)
})

const forgetQuotes = () =>
  withClient(fixture.db.owner, (client) => client.query('TRUNCATE markets_quote_ticks'))

it('I11.3: a dividend beyond the balance is put off while the value of a position is not known at all, and then owed by it', async () => {
  const { anna, winner } = await holderOf('BAC')
  steady('AIG', '500', '500')
  const loser = await buy(anna, { ...plain, code: 'AIG', lots: '10', leverage: 5, direction: 'sell' })
  fixture.clock.advance(minute)
  await restartSilent({ actions: marketActions(), before: forgetQuotes })
  // What it gains by the dividend does not suffice.
  steady('AIG', '1500', '1500')
  await request({ code: 'AIG', kind: 'dividend', value: '1100' })
  await carryOut()
  expect(await operatorPaid(fixture.db, [loser.id])).toBe(0n)
  const stuck = async () => (await showStuckCases(fixture.db)).map(({ error }) => error)
  await expect
    .poll(stuck)
    .toEqual([
      `dividend of AIG: the value of order ${winner.id}, which may owe for a loss of its account, is not known`,
    ])
  steady('BAC', '260', '260')
  fixture.clock.advance(minute + 1_000)
  await carryOut()
  const paid = await operatorPaid(fixture.db, [loser.id])
  expect(paid).toBeGreaterThan(0n)
  expect(await owedBy(fixture.db, winner.id)).toBe(paid)
  await expect.poll(stuck).toEqual([])
  for (const { id } of [loser, winner]) await verified(anna, id)
})
