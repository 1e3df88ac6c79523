import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpsCalls, OpsResultOf } from '@candor/contract'
import { hourMs } from '@candor/rules/time-units.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { candorIn } from '../cli/test-candor.ts'
import { usualRotation } from '../platform/backups/rotation.ts'
import { newKeyPair } from '../platform/database/backup/encryption.ts'
import { connectionOfRunning, withClient } from '../platform/database/database-server.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { resultOf, startEmbeddedTestApp, type TestApp } from '../testing/test-app.ts'
import { signInOperator } from '../testing/test-operators.ts'

type Dashboard = OpsResultOf<OpsCalls['opsDashboard']>

let app: TestApp
let folder: string
let store: string
let identity: string
beforeAll(async () => {
  folder = temporaryDataDir('candor-own-backups-')
  store = join(folder, 'store')
  const keys = await newKeyPair()
  identity = join(folder, 'backup.key')
  writeFileSync(identity, `${keys.identity}\n`)
  // A file in its place: no backup can be made.
  writeFileSync(store, 'in the way')
  app = await startEmbeddedTestApp({
    backupKey: keys.recipient,
    backups: { to: store, everyMs: hourMs, rotation: usualRotation, logDays: 7 },
  })
})
afterAll(async () => {
  await app.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const metrics = async () => (await fetch(app.metricsUrl)).text()

test('I16.15: the server backs itself up; a failure is said by metric, /readyz and dashboard until one succeeds, which can be restored', async () => {
  const admin = await signInOperator(app, 'admin')
  const alerts = async () => resultOf<Dashboard>(await admin.call('opsDashboard')).alerts
  // Jobs run when the clock was moved.
  await app.moveClock(1_000)
  await expect.poll(metrics).toMatch(/^candor_backup_failed 1$/m)
  expect(await alerts()).toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/^Backups fail: /) }),
  )
  expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
    degraded: expect.arrayContaining(['backup']),
  })

  rmSync(store)
  rmSync(join(app.dataDir, 'backup-failure.json'))
  await app.moveClock(1_000)
  await expect.poll(metrics).toMatch(/^candor_backup_age_seconds \d/m)
  expect(await metrics()).toMatch(/^candor_backup_failed 0$/m)
  expect(await alerts()).not.toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/^Backups/) }),
  )

  const env = { BACKUP_TO: store }
  expect(await candorIn(folder, ['backups'], env)).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^Backups in \S+store:\n {2}\S+Z +[\d.]+ MB {2}backups\/candor-\d{8}T\d{6}Z\.backup\n$/,
    ),
  })
  // Another one at once is not due.
  expect(await candorIn(folder, ['backup', '--if-due', '--data', app.dataDir], env)).toEqual({
    code: 0,
    out: expect.stringContaining('is new enough.'),
  })
  await withClient(connectionOfRunning(app.dataDir)?.owner ?? {}, async (client) => {
    await client.query("SELECT pg_advisory_lock(hashtext('candor-backup'))")
    expect(await candorIn(folder, ['backup', '--data', app.dataDir], env)).toEqual({
      code: 0,
      out: 'Another process is making a backup.\n',
    })
  })
  const data = join(folder, 'restored')
  expect(
    await candorIn(folder, ['restore', '--from', 'latest', '--identity', identity, '--data', data], env),
  ).toEqual({ code: 0, out: expect.stringContaining('Checked, and nothing was found:') })
})
