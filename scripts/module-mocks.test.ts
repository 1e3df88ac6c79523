import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { moduleMocks } from './module-mocks.ts'
import { testFiles } from './test-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

test('no test mocks a module: files share what is loaded, and a mock would depend on their order', () => {
  const found = testFiles().flatMap((file) =>
    moduleMocks(readFileSync(root + file, 'utf8')).map((line) => `${file}:${line}`),
  )
  expect(found).toEqual([])
})

test.each([
  ["vi.mock('@node-rs/argon2')", [1]],
  ["\nvi.doMock('./clock.ts', () => fake)", [2]],
  ["vi.spyOn(argon2, 'hash')", []],
])('%j', (text, lines) => {
  expect(moduleMocks(text)).toEqual(lines)
})
