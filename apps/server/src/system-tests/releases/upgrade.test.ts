import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { withData } from '../../cli/open-data.ts'
import { candor } from '../../cli/test-candor.ts'
import { reconcile } from '../../ledger/reconciliation/reconcile.ts'
import { withClient } from '../../platform/database/database-server.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import { resultOf, startEmbeddedTestApp } from '../../testing/test-app.ts'
import {
  balancesOf,
  type ReleaseRecord,
  readRecord,
  recordedReleases,
  releaseFiles,
} from './test-release-record.ts'

/** Lists what the database recorded as applied, in order. */
const appliedMigrations = (owner: pg.PoolConfig): Promise<string[]> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM db_migrations ORDER BY name')
    return rows.map(({ name }) => name)
  })

test('I16.14: the first release has a backup to upgrade from', () => {
  expect(recordedReleases()).toContain('0.1.0')
})

test('I16.14: a backup of every release is brought up to date with every balance equal, and its customer trades on', async () => {
  for (const version of recordedReleases()) await upgrade(version)
})

async function upgrade(version: string): Promise<void> {
  const folder = temporaryDataDir('candor-upgrade-')
  const data = join(folder, 'data')
  try {
    expect(await candor('restore', '--data', data, '--from', releaseFiles(version).backup)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/\n {2}ledger +\d+ entries of \d+ accounts add up /),
    })
    const { now, applied } = await withData(data, async ({ db, owner }) => ({
      now: await balancesOf(db),
      applied: await appliedMigrations(owner),
    }))
    expect(now).toEqual(readRecord(version).balances)
    expect(applied).toEqual(['0000-schema', ...readMigrations().map(({ name }) => name)])
    await tradeOn(data, readRecord(version))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server on the restored folder: the customer signs in, their receipts verify, and what was open closes. */
async function tradeOn(dataDir: string, { customer, openOrderId, receipts }: ReleaseRecord): Promise<void> {
  const app = await startEmbeddedTestApp({ dataDir })
  try {
    const { userName, password } = customer
    const signedIn = await app.call('login', { account: userName, password })
    expect(signedIn.code).toBe(200)
    const real = { token: signedIn.result.token, mode: 'real' } as const
    const keys = JSON.parse((await app.request('GET', '/.well-known/candor-keys.json', null)).text)
    for (const receipt of receipts)
      expect(verifyReceipt(receipt, keys)).toMatchObject({ signed: true, findings: [] })
    const closing = () => app.call('closeContract', { id: openOrderId }, real)
    await expect.poll(async () => (await closing()).code).toBe(200)
    const closed = await app.call('getContractOrderById', { id: openOrderId }, real)
    expect(resultOf<{ status: string }>(closed)).toMatchObject({ status: 'closed' })
    expect(await reconcile(app.db)).toEqual([])
  } finally {
    await app.dispose()
  }
}
