import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withClient } from '../platform/database/database-server.ts'
import { type ModuleFixture, noon, openModuleFixture } from '../testing/module-fixture.ts'
import type { Call } from '../testing/serve-handlers.ts'
import { personIn } from '../testing/test-person.ts'
import { TriggerIndex } from '../trading/triggers/trigger-index.ts'
import { PriceAlerts } from './price-alerts.ts'
import { notificationsHandlers } from './routes.ts'

let fixture: ModuleFixture
let alerts: PriceAlerts
let call: Call
const firedIds: string[] = []
const problems: string[] = []

const watchdog = () =>
  new PriceAlerts(
    { ...fixture, log: pino({ level: 'error' }, { write: (line: string) => void problems.push(line) }) },
    fixture.board,
    () => new TriggerIndex<string>(),
    ({ id }) => void firedIds.push(id),
  )

beforeAll(async () => {
  fixture = await openModuleFixture()
  alerts = watchdog()
  await alerts.start()
  call = await fixture.serve(notificationsHandlers(fixture, fixture.board, alerts))
})
afterAll(async () => {
  await alerts.stop()
  await fixture.dispose()
})
beforeEach(() => {
  fixture.clock.set(noon)
  fixture.warm('BTCUSDT', '94000')
  firedIds.length = 0
})

const above = { code: 'BTCUSDT', price: '94100', side: 'above' }

describe('calls User: addAlert, listAlert, removeAlert', () => {
  it('fires once, on the first tradable quote at or through its level, and keeps which', async () => {
    const as = await personIn(fixture)
    const added = await call('addAlert', above, { as })
    expect(added).toMatchObject({ code: 200, result: { price: '94100.00', side: 'above', firedAt: null } })
    const id = String(added.result.id)
    fixture.quote('BTCUSDT', '94099.99')
    await alerts.written()
    expect(firedIds).toEqual([])
    fixture.clock.advance(1_000)
    fixture.quote('BTCUSDT', '94150')
    fixture.quote('BTCUSDT', '94160')
    await alerts.written()
    expect(firedIds).toEqual([id])
    const { result } = await call('listAlert', {}, { as })
    expect(result).toMatchObject([
      { id, firedAt: new Date(noon + 1_000).toISOString(), firedPrice: '94150.00', source: 'live' },
    ])
  })

  it('a bad print fires nothing; below fires from above', async () => {
    const as = await personIn(fixture)
    const { result } = await call('addAlert', { ...above, price: '93000', side: 'below' }, { as })
    fixture.quote('BTCUSDT', '1')
    await alerts.written()
    expect(firedIds).toEqual([])
    fixture.quote('BTCUSDT', '93000')
    await alerts.written()
    expect(firedIds).toEqual([result.id])
  })

  it('of sixty added at once fifty wait and ten are refused; a fired or removed one makes room', async () => {
    const as = await personIn(fixture)
    const added = await Promise.all(Array.from({ length: 60 }, () => call('addAlert', above, { as })))
    expect(added.filter(({ code }) => code === 200)).toHaveLength(50)
    const [refused] = added.filter(({ code }) => code !== 200)
    expect(refused).toMatchObject({ code: 11001, result: { issues: [{ path: 'code', code: 'too_many' }] } })
    const [first] = added.filter(({ code }) => code === 200)
    expect((await call('removeAlert', { id: first?.result.id }, { as })).code).toBe(200)
    expect((await call('addAlert', above, { as })).code).toBe(200)
    fixture.quote('BTCUSDT', '94100')
    await alerts.written()
    expect(firedIds).toHaveLength(50)
    expect(firedIds).not.toContain(first?.result.id)
  })

  it('another customer’s alert and one that is not there are both 11004', async () => {
    const [as, other] = [await personIn(fixture), await personIn(fixture)]
    const { result } = await call('addAlert', above, { as })
    expect((await call('removeAlert', { id: result.id }, { as: other })).code).toBe(11004)
    expect((await call('removeAlert', { id: 'nothing' }, { as })).code).toBe(11004)
    expect((await call('listAlert', {}, { as: other })).result).toEqual([])
  })

  it.each([
    [{ code: 'NOPE' }],
    [{ price: '0' }],
    [{ price: '-1' }],
    [{ price: '1e3' }],
    [{ price: '0.00000000001' }],
    [{ price: '9'.repeat(20) }],
    [{ side: 'near' }],
  ])('refuses %j with 11001', async (change) => {
    const as = await personIn(fixture)
    expect((await call('addAlert', { ...above, ...change }, { as })).code).toBe(11001)
  })
})

describe('after a restart', () => {
  it('what waits is watched again, what fired never fires again, and two watchers tell once', async () => {
    const as = await personIn(fixture)
    const fired = await call('addAlert', above, { as })
    fixture.quote('BTCUSDT', '94200')
    await alerts.written()
    const waiting = await call('addAlert', { ...above, price: '94500' }, { as })
    const second = watchdog()
    await second.start()
    firedIds.length = 0
    fixture.quote('BTCUSDT', '94600')
    await Promise.all([alerts.written(), second.written()])
    expect(firedIds).toEqual([waiting.result.id])
    expect(firedIds).not.toContain(fired.result.id)
    await second.stop()
  })

  it('the database refuses a second firing and one on the wrong side', async () => {
    const as = await personIn(fixture)
    const { result } = await call('addAlert', above, { as })
    const fire = (price: string) =>
      fixture.db.pool.query(
        `UPDATE notifications_alerts SET fired_at = 1, fired_price = $2, fired_seq = 1, source = 'live' WHERE id = $1`,
        [result.id, price],
      )
    await expect(fire('1')).rejects.toThrow()
    await fire('950000000000000')
    await expect(fire('950000000000000')).rejects.toThrow('fires once')
  })

  it('what could not be written is written when the database is there again', async () => {
    const as = await personIn(fixture)
    const { result } = await call('addAlert', above, { as })
    await withClient(fixture.db.owner, (client) =>
      client.query('REVOKE UPDATE (fired_at) ON notifications_alerts FROM candor_app'),
    )
    fixture.quote('BTCUSDT', '94300')
    await alerts.written()
    expect([firedIds, problems]).toEqual([[], [expect.stringContaining('will be retried')]])
    await withClient(fixture.db.owner, (client) =>
      client.query('GRANT UPDATE (fired_at) ON notifications_alerts TO candor_app'),
    )
    await alerts.writeAgain()
    expect(firedIds).toEqual([result.id])
  })
})
