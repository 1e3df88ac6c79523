import { describe, expect, it } from 'vitest'
import { cancelAction, dueActions } from '../../market-data/market-events/actions.ts'
import { resumeMarket } from '../../market-data/market-events/halts.ts'
import { showStuckCases } from '../../platform/jobs/show-stuck-cases.ts'
import { refuseEvents } from '../../testing/commits/refuse-events.ts'
import { noon } from '../../testing/module-fixture.ts'
import { byOwner, fixture, market, useFundedMarket } from '../../testing/test-market.ts'
import { requestInTime } from '../../testing/test-market-events.ts'

useFundedMarket()

const split = (code: string, value: string) =>
  requestInTime(fixture.db.query, fixture.clock, {
    ...{ code, value, kind: 'split', at: fixture.clock.now(), by: 'olga' },
  })
/** The edge of 64 bits in units of 10^-10, as it could be stored before levels were bounded. */
const edge = 9_223_372_030_000_000_000n

describe('I11: levels of before they were bounded', () => {
  it('a take profit and an alert at the edge of 64 bits survive a reverse split', async () => {
    market.warm('AAPL', '262.11', '262.13')
    const anna = await fixture.customer(100_000n)
    await fixture.addUser(anna)
    const { id } = await market.buy(anna, { code: 'AAPL', lots: '30', takeProfit: '900' })
    await byOwner('UPDATE orders_contracts SET take_profit = $1 WHERE id = $2', [edge, id])
    await byOwner(
      `INSERT INTO notifications_alerts (id, user_id, code, side, price, created_at)
       VALUES (gen_random_uuid(), $1, 'AAPL', 'above', $2, 0)`,
      [anna, edge],
    )
    await market.restart()
    market.warm('AAPL', '262.11', '262.13')
    expect(await split('AAPL', '1:10')).toBeNull()
    await market.pass()
    expect(await market.order(anna, id)).toMatchObject({ lots: '3', takeProfit: '100000000.00' })
    const { rows } = await byOwner('SELECT price FROM notifications_alerts')
    expect(rows).toEqual([{ price: 10n ** 18n }])
  })

  it('a take profit and a limit at the edge of 64 bits survive a roll', async () => {
    fixture.clock.set(Date.parse('2026-12-14T20:00:00Z'))
    market.warm('ES', '6800', '6800.25')
    const anna = await fixture.customer()
    const fields = { code: 'ES', lots: '0.1', leverage: 20 }
    const long = await market.buy(anna, { ...fields, takeProfit: '6900' })
    const limit = await market.buy(anna, {
      ...fields,
      lots: '0.01',
      direction: 'sell',
      kind: 'limit',
      price: '6900',
    })
    await byOwner('UPDATE orders_contracts SET take_profit = $1 WHERE id = $2', [edge, long.id])
    await byOwner('UPDATE orders_contracts SET price = $1 WHERE id = $2', [edge, limit.id])
    await market.restart()
    market.warm('ES', '6800', '6800.25')
    fixture.clock.set(Date.parse('2026-12-14T23:00:01Z'))
    await market.pass()
    market.quote('ES', '6870.5', '6871.25')
    await market.pass()
    expect(await market.order(anna, long.id)).toMatchObject({ takeProfit: '100000000.00', status: 'open' })
    expect(await market.order(anna, limit.id)).toMatchObject({ price: '100000000.00', status: 'pending' })
  })
})

describe('I11: an action that fails', () => {
  const stuck = async () => {
    await market.pass()
    return (await showStuckCases(fixture.db)).map(({ job, caseId, error }) => [
      job,
      caseId,
      error.split(':')[0],
    ])
  }
  const refuse = () => refuseEvents(byOwner, 'split')

  it('is put off with an alarm: its market is halted, everybody else trades on, and it is carried out when it can be', async () => {
    fixture.clock.set(noon + 35 * 86_400_000)
    market.warm('IBM', '300', '300.02')
    market.warm('MSFT', '500', '500.02')
    const anna = await fixture.customer(100_000n)
    const { id } = await market.buy(anna, { code: 'IBM', lots: '10' })
    const allow = await refuse()
    await split('IBM', '4:1')
    await market.pass()
    const [action] = await dueActions(fixture.db)
    await expect.poll(stuck).toEqual([['market-actions', action?.id, 'split of IBM']])
    await expect.poll(() => fixture.board.haltedFor('IBM')).toBe('corporateAction')
    expect(market.warnings).toContain('a corporate action failed; it will be retried')
    expect(await market.buy(anna, { code: 'MSFT', lots: '1' })).toMatchObject({ status: 'open' })
    // After a restart it is due again, and fails again.
    await market.restart()
    await expect.poll(stuck).toEqual([['market-actions', action?.id, 'split of IBM']])
    await allow()
    fixture.clock.advance(61_000)
    await market.pass()
    expect(await market.order(anna, id)).toMatchObject({ lots: '40' })
    await expect.poll(stuck).toEqual([])
    await resumeMarket(fixture.db.query, fixture.clock, { code: 'IBM', by: 'olga' })
    fixture.board.halt('IBM', null)
  })

  it('can be cancelled by operators', async () => {
    fixture.clock.set(noon + 42 * 86_400_000)
    market.warm('IBM', '75', '75.02')
    const ben = await fixture.customer(100_000n)
    const { id } = await market.buy(ben, { code: 'IBM', lots: '10' })
    const allow = await refuse()
    await split('IBM', '1:4')
    await market.pass()
    const [action] = await dueActions(fixture.db)
    if (action === undefined) throw new Error('the split is due')
    const cancel = () => cancelAction(fixture.db.query, fixture.clock, { id: action.id, by: 'olga' })
    // The engine may be at work on it.
    expect(await cancel()).toBe(false)
    fixture.clock.advance(61_000)
    expect(await cancel()).toBe(true)
    await allow()
    await market.pass()
    fixture.clock.advance(61_000)
    await market.pass()
    expect(await dueActions(fixture.db)).toEqual([])
    expect(await market.order(ben, id)).toMatchObject({ lots: '10' })
    await expect.poll(stuck).toEqual([])
  })
})
