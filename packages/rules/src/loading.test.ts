import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// A table that cannot be computed ends the loading of its module: the tests that import it then fail as files, not as tests.
test('every module of the rules can be loaded by itself', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  expect(modules.length).toBeGreaterThan(70)
  for (const name of modules) await import(`${folder}${name}`)
})
