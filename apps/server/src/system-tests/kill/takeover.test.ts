import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import { killProcesses } from '../../testing/server-process.ts'
import { ServerPair } from './server-pair.ts'

let db: TestDatabase
let pair: ServerPair
beforeAll(async () => {
  db = await freshDatabase()
  const { host = '', port, database } = db.owner
  pair = new ServerPair(`postgres://postgres@${encodeURIComponent(host)}:${port}/${database}`)
  await pair.start()
})
afterAll(async () => {
  await killProcesses()
  await db.dispose()
})

test('issue 11.12: an order placed at the server that takes over, while its leader is dead, is answered as soon as it leads itself', async ({
  annotate,
}) => {
  const { firstResponse, firstResponseMs, acceptedMs } = await pair.killLeader()
  await annotate(
    `answered ${firstResponseMs.toFixed(0)} ms after the kill, accepted after ${acceptedMs.toFixed(0)} ms`,
  )
  // Not 503 at the end of its patience: the question went to the new leader, which is the same process.
  expect(firstResponse.status).toBe(200)
  expect([20004, 10015]).toContain(firstResponse.code)
  expect((await pair.place()).code).toBe(20004)
  expect(await reconcile(db)).toEqual([])
  // Told to end while it may still be taking over the feeds, it finishes that and ends in order.
  expect(await pair.stop()).toEqual([0])
})
