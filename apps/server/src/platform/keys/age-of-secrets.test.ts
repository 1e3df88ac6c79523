import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDataDir } from '../database/temporary/temporary-data-dir.ts'
import { ageOfSecrets } from './age-of-secrets.ts'
import { keyFileOf } from './installation-key.ts'

const day = 86_400_000
const now = Date.parse('2026-11-24T12:00:00Z')
const standings = (dataDir: string, changed: string | null) =>
  ageOfSecrets(dataDir, changed, now).map(({ good }) => good)

test('ASVS 13.3.4: a key or password that is older than a year, or of unknown age, is reported', () => {
  const dataDir = temporaryDataDir('candor-age-')
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  expect(standings(dataDir, null)).toEqual([false])
  mkdirSync(dirname(keyFileOf(dataDir)), { recursive: true })
  writeFileSync(keyFileOf(dataDir), 'a key')
  const made = (days: number) => utimesSync(keyFileOf(dataDir), new Date(now), new Date(now - days * day))
  made(365)
  expect(standings(dataDir, '2025-11-24')).toEqual([true, true])
  made(366)
  expect(standings(dataDir, '2025-11-23')).toEqual([false, false])
  expect(standings(dataDir, 'last year')).toEqual([false, false])
})
