import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

const pages = ['apps', 'packages', 'scripts', 'bench', 'e2e'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((file) => file.endsWith('.md') && !/(^|\/)(node_modules|dist|\.cache)\//.test(file)),
)
const foldersIn = (path: string): string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

test('I13.6: a page that lists the folders next to it lists each of them, and no other', () => {
  const listed = pages.flatMap((page) => {
    const table = /^\| folder \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(readFileSync(join(root, page), 'utf8'))?.[1]
    if (table === undefined) return []
    const first = table.split('\n').map((row) => row.split(' | ')[0] ?? '')
    const names = first.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)\/`/g)].map(([, name]) => name ?? ''))
    return [{ page, names, inPart: /^\| one per capability/m.test(table) }]
  })
  expect(listed.length).toBeGreaterThan(5)
  for (const { page, names, inPart } of listed) {
    const folders = foldersIn(inPart ? join(dirname(page), 'src') : dirname(page))
    expect(names.toSorted(), page).toEqual(
      folders.filter((name) => !inPart || names.includes(name)).toSorted(),
    )
  }
})

test('I13.6: the README lists every package and app', () => {
  const built =
    readFileSync(join(root, 'README.md'), 'utf8').split('## How it is built')[1]?.split('\n## ')[0] ?? ''
  for (const top of ['packages', 'apps']) {
    const names = [...built.matchAll(new RegExp(`\`${top}/([a-z-]+)\``, 'g'))].map(([, name]) => name)
    expect(names.toSorted()).toEqual(foldersIn(top).toSorted())
  }
})

test('I13.3: each hop of a market order to the ledger names the next one, in the file that its line gives', () => {
  const page = readFileSync(join(root, 'apps/server/src/trading/README.md'), 'utf8')
  const table = /^\| hop \| in \|.*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page)?.[1] ?? ''
  const hops = [...table.matchAll(/^\| `(\w+)` \| `([^`]+)` \|/gm)].map(([, name = '', file = '']) => ({
    name,
    file,
  }))
  expect(hops.length).toBe(6)
  const textOf = (file: string): string =>
    readFileSync(join(root, 'apps/server/src', file.startsWith('platform/') ? '' : 'trading', file), 'utf8')
  for (const { name, file } of hops)
    expect(textOf(file), `${file} declares ${name}`).toMatch(
      new RegExp(`^( {2}|export )?(async )?(function |CREATE FUNCTION )?${name}[(<]`, 'm'),
    )
  // The handler decides by \`place\`; the wiring of the engine hands \`add\` to \`write\`, and \`write\` to \`open\`.
  const callers: Readonly<Record<string, string>> = {
    place: 'orders/routes.ts',
    open: 'engine/engine.ts',
    write: 'engine/engine.ts',
    add: 'engine/create-engine.ts',
    orders_commit: 'commits/order-types.ts',
  }
  for (const [index, { name }] of hops.entries()) {
    const caller = callers[name] ?? hops[index - 1]?.file ?? ''
    expect(textOf(caller), `${caller} calls ${name}`).toMatch(new RegExp(`\\b${name}\\b`))
  }
})
