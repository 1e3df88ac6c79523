import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'docs/adr')
const records = readdirSync(folder).filter((name) => name !== 'README.md')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

test('every decision record has its number, its status and its line in the index', () => {
  expect(records.length).toBeGreaterThan(100)
  const index = read('README.md')
  const faults = records.flatMap((name) => {
    const number = /^(ADR-\d{3})-[a-z0-9-]+\.md$/.exec(name)?.[1]
    const [heading = '', , status = ''] = read(name).split('\n')
    const title = heading.replace(`# ${number}: `, '')
    const isWhole = number !== undefined && heading === `# ${number}: ${title}`
    const isListed = index.includes(`| [${number}](${name}) | ${title} | ${status.replace('Status: ', '')} |`)
    const hasStatus =
      /^Status: (accepted|(accepted, changed|superseded) by \[ADR-\d{3}\]\(ADR-[^)]+\.md\))$/.test(status)
    return isWhole && isListed && hasStatus ? [] : [name]
  })
  expect(faults).toEqual([])
  expect(new Set(records.map((name) => name.slice(0, 7))).size).toBe(records.length)
  expect(index.match(/^\| \[ADR-/gm)?.length).toBe(records.length)
  const links = ['README.md', ...records].flatMap((name) =>
    [...read(name).matchAll(/\]\((ADR-[^)]+)\)/g)].map((link) => link[1] ?? ''),
  )
  expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([])
})

test('a decision that is named anywhere is one that was written down', () => {
  const there = new Set(records.map((name) => name.slice(0, 7)))
  const files = ['apps', 'packages', 'bench', 'e2e', 'scripts', 'docs'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .map((name) => join(top, name))
      .filter(
        (name) => /\.(tsx?|mjs|md)$/.test(name) && !name.includes('node_modules') && !name.includes('/dist/'),
      ),
  )
  const named = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bADR-\d{3}\b/g)].map(
      (found) => `${file}: ${found[0]}`,
    ),
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((one) => !there.has(one.slice(-7)))).toEqual([])
})

test('the glossary is one sorted list', () => {
  const text = readFileSync(join(root, 'GLOSSARY.md'), 'utf8')
  const terms = [...text.matchAll(/^\| ([^|]+?) \| [^|]+ \|$/gm)]
    .map((row) => row[1] ?? '')
    .filter((term) => !/^(term|-+)$/.test(term))
  expect(terms.length).toBeGreaterThan(100)
  const plain = (term: string): string => term.toLowerCase().replace(/[^a-z0-9 ]/g, '')
  expect(terms).toEqual([...terms].sort((a, b) => (plain(a) < plain(b) ? -1 : 1)))
})

test('the README says what a capability offers in at most fifteen words', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8')
  const cells = [...text.matchAll(/^\| \*\*\w+\*\* \| ([^|]+) \|/gm)].map((row) => row[1] ?? '')
  expect(cells.length).toBeGreaterThan(10)
  expect(cells.filter((cell) => cell.split(/\s+/).length > 15)).toEqual([])
})
