import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepNotices } from '../../notifications/notices-store.ts'
import { type ModuleFixture, openModuleFixture } from '../../testing/module-fixture.ts'
import { cancelAction, newestActions, requestAction } from './actions.ts'
import { marketEventsModule } from './market-events.module.ts'
import type { HoldersAt } from './notify-cancellations.ts'
import type { KeepNotices } from './notify-halts.ts'

let fixture: ModuleFixture
beforeAll(async () => {
  fixture = await openModuleFixture()
})
afterAll(() => fixture.dispose())

const holders = Array.from({ length: 1_200 }, () => ({ userId: randomUUID(), mode: 'demo' as const })).sort(
  (a, b) => (a.userId < b.userId ? -1 : 1),
)
/** Pages as the table of orders returns them. */
const holdersAt: HoldersAt = async (_reader, { after, limit }) =>
  holders.filter(({ userId }) => after === null || userId > after.userId).slice(0, limit)

async function cancelSplit(): Promise<void> {
  const { db, clock } = fixture
  const at = clock.now() + 3_600_000
  await requestAction(db.query, clock, { code: 'AAPL', kind: 'split', value: '4:1', at, by: 'olga' })
  const [action] = await newestActions(db)
  expect(await cancelAction(db.query, clock, { id: action?.id ?? '', by: 'olga' })).toBe(true)
}
const openWith = (keep: KeepNotices) => {
  const quotes = { board: fixture.board, rebase: () => undefined }
  return fixture.openModule(marketEventsModule, {
    quotes,
    keepNotices: keep,
    emailsOf: async () => new Map(),
  })
}
async function countNotices() {
  const { rows } = await fixture.db.pool.query(
    `SELECT count(*)::int AS notices, count(DISTINCT user_id)::int AS customers, (SELECT count(*)::int FROM notifications_outgoing) AS outgoing
       FROM notifications_notices WHERE kind = 'splitCancelled'`,
  )
  return rows[0]
}

test('T9: the notices of a cancellation are stored in pages, and a crash between them leaves out and repeats none', async () => {
  await cancelSplit()
  let pages = 0
  const { notifyCancellations } = await openWith(async (reader, notices) => {
    pages += 1
    if (pages === 2) throw new Error('the process ends here')
    return keepNotices(reader, notices)
  })
  await expect(notifyCancellations(holdersAt).run()).rejects.toThrow('1 cases failed')
  expect(await countNotices()).toMatchObject({ notices: 500 })
  fixture.clock.advance(60_000)
  const next = await openWith(keepNotices)
  await next.notifyCancellations(holdersAt).run()
  const all = { notices: holders.length, customers: holders.length, outgoing: holders.length }
  expect(await countNotices()).toEqual(all)
  await next.notifyCancellations(holdersAt).run()
  expect(await countNotices()).toEqual(all)
  const published = fixture.events.published.filter(({ type }) => type === 'notification')
  expect(published).toHaveLength(2 * holders.length)
})
