import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testFiles } from './test-files.ts'
import { shortPatience } from './test-patience.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('no test is hastier than the whole run: vitest.config.ts alone says how long a state is waited for', () => {
  const files = testFiles()
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap((file) =>
    shortPatience(readFileSync(root + file, 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['await expect.poll(seen, { timeout: 5_000 }).toBe(1)', [1]],
  ['const patience = { timeout: 500, interval: 20 }', [1]],
  ['\nawait vi.waitFor(() => expect(seen()).toBe(1))', [2]],
  ["test('it works', async () => {\n  await ask()\n}, 30_000)", [3]],
  ["test('it works', async () => {\n  await ask()\n}, 300_000)", []],
  ['vi.setConfig({ testTimeout: 60_000 })', [1]],
  ['vi.setConfig({ retry: 0, hookTimeout: 60_000 })', [1]],
  ['await expect.poll(seen, { interval: 20 }).toBe(1)', []],
  ['open({ idle_in_transaction_session_timeout: 200 })', []],
])('%j', (text, lines) => {
  expect(shortPatience(text)).toEqual(lines)
})
