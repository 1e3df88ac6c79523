import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteFailure } from '../../backups/backup-failure.ts'
import { noteBackup } from '../../database/backup/last-backup.ts'
import { Health, type HealthOptions, measureHealth } from './health.ts'

const hour = 3_600_000
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'candor-health-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

const healthOf = (changes: Partial<HealthOptions> = {}) =>
  new Health({
    dataDir,
    sandbox: true,
    backups: null,
    mailLateSince: async () => null,
    feedAgeMs: () => 900,
    clockDiffers: () => false,
    executionLate: async () => false,
    hedgingAway: async () => false,
    ...changes,
  })
const wrong = async (changes: Partial<HealthOptions>) =>
  (await healthOf(changes).degraded()).filter((part) => part !== 'disk')

test('I16.16: prices are old after two minutes, and letters late after a quarter of an hour', async () => {
  expect(await wrong({ feedAgeMs: () => 120_000 })).toEqual([])
  expect(await wrong({ feedAgeMs: () => 120_001 })).toEqual(['prices'])
  expect(await wrong({ feedAgeMs: null })).toEqual([])
  expect(await wrong({ mailLateSince: async () => Date.now() - hour / 5 })).toEqual([])
  expect(await wrong({ mailLateSince: async () => Date.now() - hour / 3 })).toEqual(['mail'])
})

test('I16.16: outside a sandbox a backup is missed, and one of two days ago is old', async () => {
  expect(await wrong({ sandbox: false })).toEqual(['backup'])
  await noteBackup(dataDir, new Date(Date.now() - 47 * hour))
  expect(await wrong({ sandbox: false })).toEqual([])
  await noteBackup(dataDir, new Date(Date.now() - 49 * hour))
  expect(await wrong({ sandbox: false })).toEqual(['backup'])
  expect(await wrong({})).toEqual([])
})

test('I16.15: backups of its own are old after two of them and an hour, also in a sandbox, and one that failed is said at once', async () => {
  const backups = { to: '/backups', everyMs: hour, rotation: { hours: 1, days: 0, weeks: 0 }, logDays: 7 }
  expect(await wrong({ backups })).toEqual(['backup'])
  await noteBackup(dataDir, new Date(Date.now() - 2.9 * hour))
  expect(await wrong({ backups })).toEqual([])
  await noteBackup(dataDir, new Date(Date.now() - 3.1 * hour))
  expect(await wrong({ backups })).toEqual(['backup'])
  await noteBackup(dataDir, new Date())
  await noteFailure(dataDir, Date.now(), 'no space')
  expect(await wrong({ backups })).toEqual(['backup'])
})

test('I16.16: a clock that jumped is noticed', async () => {
  const health = healthOf()
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + 6_000)
  expect(await health.degraded()).toContain('clock')
})

test('I16.2: a clock that differs from a feed’s by more than half a second is noticed', async () => {
  expect(await wrong({ clockDiffers: () => true })).toEqual(['clockOffset'])
})

test('T23: a late execution report is said', async () => {
  expect(await wrong({ executionLate: async () => true })).toEqual(['execution'])
})

test('I16.16: what cannot be read in half a second holds nobody up', async () => {
  const health = healthOf({ mailLateSince: () => new Promise(() => undefined), feedAgeMs: () => 500_000 })
  expect(await health.degraded()).toEqual([])
})

test('I16.16: the metrics say what is wrong, how much space is left and how old the backup is', async () => {
  const registry = new Registry()
  await noteBackup(dataDir, new Date(Date.now() - hour))
  measureHealth(registry, healthOf({ feedAgeMs: () => 500_000 }), { dataDir })
  const text = await registry.metrics()
  expect(text).toContain('candor_degraded{part="prices"} 1')
  expect(text).toContain('candor_degraded{part="mail"} 0')
  expect(text).toMatch(/^candor_disk_free_bytes [1-9]\d*$/m)
  expect(text).toMatch(/^candor_backup_age_seconds 36\d\d/m)
})
