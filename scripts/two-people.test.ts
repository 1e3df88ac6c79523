import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { proposalKindNames } from '../apps/server/src/back-office/proposals/proposal-kind-names.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

interface Walk {
  readonly kind: string
  readonly file: string
}

/** Reads the table of proposals in the guide: each kind, and the journey in which two people walk it. */
function walksIn(page: string): readonly Walk[] {
  const section = page.slice(page.indexOf('## Two people'))
  const rows = section.matchAll(/^\| `([^`]+)` \| [^|]+ \| [^|]+ \| `([^`]+)` \|$/gm)
  return [...rows].map(([, kind = '', file = '']) => ({ kind, file }))
}

/** Says what is wrong with the walks of these kinds. */
function gapsIn(
  kinds: readonly string[],
  walks: readonly Walk[],
  journey: (file: string) => string,
): readonly string[] {
  const missing = kinds.filter((kind) => !walks.some((walk) => walk.kind === kind))
  const unknown = walks.filter(({ kind }) => !kinds.includes(kind))
  const unnamed = walks.filter(
    ({ kind, file }) => !new RegExp(`(?<![\\w.-])${kind}(?![\\w-])`).test(journey(file)),
  )
  return [
    ...missing.map((kind) => `docs/guides/operator.md, Two people: ${kind} is missing`),
    ...unknown.map(({ kind }) => `docs/guides/operator.md, Two people: there is no kind ${kind}`),
    ...unnamed.map(({ kind, file }) => `${file} does not name ${kind}`),
  ]
}

const walks = walksIn(read('docs/guides/operator.md'))

test('I16.13: every kind of proposal is in the guide’s table, and in a journey in which two people walk it', () => {
  expect(gapsIn(Object.keys(proposalKindNames), walks, read)).toEqual([])
})

test('I16.13: the files of the table of cases exist', () => {
  const section = read('docs/guides/operator.md').split('## Two people')[1]?.split('\n## ')[0] ?? ''
  const files = [...section.matchAll(/\| `((?:e2e|apps)\/[^`]+)` \|$/gm)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(walks.length)
  for (const file of files) expect(read(file)).not.toBe('')
})

test('I16.13: a new kind, a kind that is gone, and a journey that does not name its kind are found', () => {
  const found = gapsIn(
    ['loans.offer', 'loans.gift'],
    [
      { kind: 'loans.offer', file: 'a.journey.ts' },
      { kind: 'loans.sale', file: 'b.journey.ts' },
    ],
    (file) => (file === 'a.journey.ts' ? 'loans.offers' : 'loans.sale'),
  )
  expect(found).toEqual([
    'docs/guides/operator.md, Two people: loans.gift is missing',
    'docs/guides/operator.md, Two people: there is no kind loans.sale',
    'a.journey.ts does not name loans.offer',
  ])
})
