import { beforeEach, expect, it } from 'vitest'
import { cancelAction, newestActions } from '../../../market-data/market-events/actions.ts'
import { resumeMarket } from '../../../market-data/market-events/halts.ts'
import { showStuckCases } from '../../../platform/jobs/show-stuck-cases.ts'
import { recomputeContract } from '../../../proofs/receipts/recomputation/recompute-contract.ts'
import { refuseEvents } from '../../../testing/commits/refuse-events.ts'
import { byOwner, fixture, market, useFundedMarket } from '../../../testing/test-market.ts'

useFundedMarket()
beforeEach(() => fixture.clock.set(Date.parse('2026-12-14T20:00:00Z')))

const rollsOf = async (code: string) => (await newestActions(fixture.db)).filter((one) => one.code === code)
const stuck = async () => (await showStuckCases(fixture.db)).map(({ caseId }) => caseId)

/** A position in a contract whose roll fails at the first quote of the next one: its market is halted. */
async function failedRoll(code: string) {
  const anna = await fixture.customer()
  market.warm(code, '6800', '6800.25')
  const { id } = await market.buy(anna, { code, lots: '0.1', leverage: 10, stopLoss: '6700' })
  const allow = await refuseEvents(byOwner, 'roll')
  fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await market.pass()
  await tryAgain(code)
  return { anna, id, allow }
}

/** Operators let the market trade, and it quotes. */
async function tryAgain(code: string, bid = '6870.5', ask = '6871.25'): Promise<void> {
  await resumeMarket(fixture.db.query, fixture.clock, { code, by: 'olga' })
  fixture.board.halt(code, null)
  fixture.clock.advance(61_000)
  await market.pass()
  market.quote(code, bid, ask)
  await market.pass()
}

it('I11: a roll that fails is on the calendar, and two people can cancel it: positions go on with their levels', async () => {
  const { anna, id, allow } = await failedRoll('ES')
  await expect
    .poll(() => rollsOf('ES'))
    .toMatchObject([{ kind: 'roll', applied_at: null, cancelled_at: null }])
  const [roll] = await rollsOf('ES')
  await tryAgain('ES')
  await market.restart()
  await tryAgain('ES')
  // One entry for all tries.
  await expect.poll(() => fixture.board.haltedFor('ES')).toBe('corporateAction')
  expect((await rollsOf('ES')).map((one) => one.id)).toEqual([roll?.id])
  expect(await stuck()).toEqual([`ES ${roll?.at}`])
  const by = 'olga, approved by otto'
  expect(await cancelAction(fixture.db.query, fixture.clock, { id: roll?.id ?? '', by })).toBe(true)
  expect(await stuck()).toEqual([])
  for (const again of [() => undefined, () => market.restart()]) {
    await again()
    await tryAgain('ES')
    expect(fixture.board.haltedFor('ES')).toBeNull()
    expect(await market.order(anna, id)).toMatchObject({ status: 'open', stopLoss: '6700.00' })
  }
  await allow()
  await market.close(anna, id)
  expect(recomputeContract(await market.receipt(anna, id))).toEqual([])
})

it('I11: a roll that was put off and is carried out later is the same entry of the calendar', async () => {
  const { anna, id, allow } = await failedRoll('NQ')
  await expect.poll(() => rollsOf('NQ')).toMatchObject([{ applied_at: null }])
  const before = await rollsOf('NQ')
  await allow()
  await tryAgain('NQ')
  expect(await rollsOf('NQ')).toMatchObject([{ id: before[0]?.id, cancelled_at: null }])
  expect((await rollsOf('NQ'))[0]?.applied_at).not.toBeNull()
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', stopLoss: '6770.50' })
  await expect.poll(stuck).toEqual([])
})

it('I11: a roll that is cancelled while the engine is at work on it is not carried out', async () => {
  const { anna, id, allow } = await failedRoll('YM')
  await expect.poll(() => rollsOf('YM')).toHaveLength(1)
  await allow()
  const [roll] = await rollsOf('YM')
  // The engine has not read it yet.
  await fixture.db.query
    .updateTable('markets_actions')
    .set({ cancelled_at: BigInt(fixture.clock.now()), cancelled_by: 'olga, approved by otto' })
    .where('id', '=', roll?.id ?? '')
    .execute()
  await resumeMarket(fixture.db.query, fixture.clock, { code: 'YM', by: 'olga' })
  fixture.board.halt('YM', null)
  market.quote('YM', '6870.5', '6871.25')
  await market.pass()
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', stopLoss: '6700' })
  expect(await rollsOf('YM')).toMatchObject([{ id: roll?.id, applied_at: null }])
})

it('I11.X: while a roll is put off, no order is changed or closed that it will move; orders of the next contract are', async () => {
  fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
  market.warm('RTY', '2800', '2800.1')
  const anna = await fixture.customer()
  const fields = { code: 'RTY', lots: '0.1', leverage: 10 }
  const { id } = await market.buy(anna, { ...fields, stopLoss: '2700' })
  const limit = await market.buy(anna, { ...fields, kind: 'limit', price: '2780' })
  const allow = await refuseEvents(byOwner, 'roll')
  fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
  await market.pass()
  await tryAgain('RTY', '2840', '2840.1')
  await expect.poll(() => fixture.board.haltedFor('RTY')).toBe('corporateAction')
  const edits = [
    { id, stopLoss: '2835' },
    { id: limit.id, price: '2830' },
  ]
  const halted = { code: 10015, details: { reason: 'halted' } }
  for (const edit of edits) await expect(market.edit(anna, edit)).rejects.toMatchObject(halted)
  // Also after operators have resumed the market: its prices are the next contract's until the roll is tried again.
  await resumeMarket(fixture.db.query, fixture.clock, { code: 'RTY', by: 'olga' })
  fixture.board.halt('RTY', null)
  await expect(market.close(anna, id)).rejects.toMatchObject(halted)
  const next = await market.buy(anna, { ...fields, kind: 'limit', price: '2820' })
  expect(await market.edit(anna, { id: next.id, price: '2810' })).toMatchObject({ price: '2810.0' })
  // As after a restart: it is on the calendar.
  await market.restart()
  await market.pass()
  await expect(market.edit(anna, { id, takeProfit: '2900' })).rejects.toMatchObject(halted)
  await allow()
  await tryAgain('RTY', '2840', '2840.1')
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', stopLoss: '2740.0' })
  for (const edit of edits) await market.edit(anna, edit)
  expect(await market.order(anna, id)).toMatchObject({ status: 'open', stopLoss: '2835.0' })
})
