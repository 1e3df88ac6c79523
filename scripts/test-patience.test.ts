import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clusterWideQueries } from './cluster-wide-queries.ts'
import { testFiles } from './test-files.ts'
import { fixedDays, shortPatience } from './test-patience.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function foundIn(find: (text: string, file: string) => readonly number[]): readonly string[] {
  const journeys = readdirSync(`${root}e2e`).filter((name) => name.endsWith('.journey.ts'))
  const files = [...testFiles(), ...journeys.map((name) => `e2e/${name}`)]
  expect(files.length).toBeGreaterThan(200)
  return files.flatMap((file) =>
    find(readFileSync(root + file, 'utf8'), file).map((line) => `${file}:${line}`),
  )
}

test('no test is hastier than the whole run: vitest.config.ts alone says how long a state is waited for', () => {
  expect(foundIn(shortPatience)).toEqual([])
})

test('no test goes to a fixed day from now: it would fail once that day is over', () => {
  expect(foundIn(fixedDays)).toEqual([])
  expect(fixedDays("await app.moveClock(\n  Date.parse('2026-12-14T20:00:00Z') - app.now())")).toEqual([2])
})

test('no test counts the connections of others: one PostgreSQL serves the tests of all processes', () => {
  const queriesIn = (text: string, file: string) => clusterWideQueries({ file, text })
  expect(foundIn(queriesIn)).toEqual([])
  const query = 'SELECT FROM pg_locks WHERE NOT granted'
  expect(queriesIn(`\nawait look(\`${query}\`)`, 'x.ts')).toEqual([2])
  expect(queriesIn(`await look('${query} AND database = (… current_database())')`, 'x.ts')).toEqual([])
})

test.each([
  ['await expect.poll(seen, { timeout: 5_000 }).toBe(1)', [1]],
  ['const patience = { timeout: 500, interval: 20 }', [1]],
  ['\nawait vi.waitFor(() => expect(seen()).toBe(1))', [2]],
  ["test('it works', async () => {\n  await ask()\n}, 30_000)", [3]],
  ["test('it works', async () => {\n  await ask()\n}, 300_000)", []],
  ['vi.setConfig({ testTimeout: 60_000 })', [1]],
  ['vi.setConfig({ retry: 0, hookTimeout: 60_000 })', [1]],
  ['await expect.poll(seen, { timeout: backWithinMs, interval: 50 }).toBe(1)', [1]],
  ['const deadline = performance.now() + 5_000', [1]],
  ["if (performance.now() - startedAt > 8_000) throw new Error('late')", [1]],
  ['const inTime = performance.now() - from < endsWithinMs', [1]],
  ['expect(performance.now() - gone).toBeLessThan(3_000)', [1]],
  ['const inAnHour = new Date(Date.now() + 3_600_000)', []],
  ['const seconds = (performance.now() - began) / 1000', []],
  ['await expect.poll(seen, { interval: 20 }).toBe(1)', []],
  ['open({ idle_in_transaction_session_timeout: 200 })', []],
])('%j', (text, lines) => {
  expect(shortPatience(text)).toEqual(lines)
})
