import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { openDatabase } from '../apps/server/src/platform/database/database.ts'
import { connectionOfRunning } from '../apps/server/src/platform/database/database-server.ts'
import { expect, openAccount, test } from './journey.ts'
import { startServer } from './running-server.ts'

test('a journey fails when the books of its server do not add up in the end, and leaves them to be looked at', {
  tag: '@release',
}, async () => {
  const server = await startServer()
  const { dataDir } = server
  await openAccount(server)
  const databaseServer = connectionOfRunning(dataDir)
  if (databaseServer === null) throw new Error('the server has no connection file')
  const owner = openDatabase({ ...databaseServer.owner, max: 1 })
  // As no rule of ours permits, and the database's owner alone can.
  await owner.pool.query('ALTER TABLE ledger_entries DISABLE TRIGGER USER')
  await owner.pool.query(
    'UPDATE ledger_entries SET minor = minor + 1 WHERE seq = (SELECT max(seq) FROM ledger_entries)',
  )
  await owner.close()
  try {
    await expect(server.dispose()).rejects.toThrow(/not clean for [\s\S]*its entries sum to/)
    expect(existsSync(dataDir)).toBe(true)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
