import { rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { temporaryDataDir } from '../db/temporary-data-dir.ts'
import { killPostgres, killServer } from './kill.ts'

const made: string[] = []
afterEach(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
})
const dataDir = (): string => {
  const dir = temporaryDataDir('candor-kill-')
  made.push(dir)
  return dir
}

test('proof "kill -9" (short): PostgreSQL killed 5 times under load loses nothing acknowledged and is back within 5 s', async () => {
  const report = await killPostgres(dataDir(), 5, 150)
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(100)
  expect(report.slowestBackMs).toBeLessThanOrEqual(5_000)
})

test('proof "kill -9" (short): the server killed 20 times while posting loses nothing acknowledged and is back within 5 s', async () => {
  const report = await killServer(dataDir(), 20, 60)
  expect(report.wrong).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(200)
  expect(report.slowestBackMs).toBeLessThanOrEqual(5_000)
}, 120_000)
