import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lintedFiles, lintSuppressions } from './lint-suppressions.ts'

const word = ['biome', 'ignore'].join('-')

test.each([
  `// ${word} lint/suspicious/noExplicitAny: a reason`,
  `// ${word}-all lint/a11y: a reason`,
  `/* ${word}-start lint: a reason */`,
  `    {/* ${word} lint/a11y/noNoninteractiveTabindex: a reason */}`,
])('I15.d13: a comment that switches a rule of the linter off is found: %s', (comment) => {
  const text = `const a = 1\n${comment}\n// The linter ignores this folder.\nconst biome = ignore\n`
  expect(lintSuppressions([{ file: 'apps/web/src/a.tsx', text }])).toEqual([
    'apps/web/src/a.tsx:2: no comment switches a rule of the linter off',
  ])
})

test('I15.d13: one planted in any folder of the code is found, and none in what others wrote', () => {
  const root = mkdtempSync(join(tmpdir(), 'candor-suppressions-'))
  const plant = (file: string) => {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), `// ${word} lint: planted\n`)
  }
  const found = ['apps/web/a.tsx', 'packages/ui/a.css', 'bench/a.ts', 'e2e/a.journey.ts', 'scripts/a.mjs']
  for (const file of [...found, 'apps/web/dist/a.js', 'apps/web/node_modules/a/a.js']) plant(file)
  const places = lintSuppressions(lintedFiles(root)).map((place) => place.split(':')[0])
  rmSync(root, { recursive: true })
  expect(places).toEqual(found)
})
