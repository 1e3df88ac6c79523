import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { partOf, type TextPart, textParts } from '@candor/texts/text-parts.ts'
import { expect, test } from 'vitest'
import { readCatalog } from '../../../../packages/texts/src/read-catalog.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const texts = fileURLToPath(new URL('../../../../packages/texts/src', import.meta.url))
const keys = Object.keys(readCatalog('en', texts).catalog)
// The lists of every page, which waits for its words there before its title is said; and what is said after a call, when its words have come.
const elsewhere = /shell\/(page-loaders\.ts|routes\.tsx)$|session\/calls\/failure\.ts$/
// Nothing of a type is loaded.
const typeImports = /^import type [^']*'[^']*'/gm
const imports = /from '(\.[^']+)'|(withTexts\(\(\) =>\s*)?import\('(\.[^']+)'\)/g

/** The files one names that are drawn without waiting for more words: imported at once, or later but not with `withTexts`. */
function drawnWith(path: string, source: string): string[] {
  return [...source.replaceAll(typeImports, '').matchAll(imports)].flatMap(([, now, waits, later]) => {
    const target = now ?? (waits === undefined ? later : undefined)
    return target === undefined ? [] : [join(dirname(path), target)]
  })
}

/** Every file that may be drawn with a page, with its source. */
function drawnBy(roots: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const open = roots.map((root) => join(web, root))
  for (const path of open) {
    if (files.has(path) || !isDrawn(path)) continue
    const source = readFileSync(path, 'utf8')
    // It waits by itself before it speaks.
    if (source.includes("await wantTexts('rest')")) continue
    files.set(path, source)
    open.push(...drawnWith(path, source))
  }
  return files
}

const isDrawn = (path: string): boolean => /\.tsx?$/.test(path) && !elsewhere.test(path) && existsSync(path)

/** The texts a file may ask for: every key it names, and all that begin as a name it completes with a value. */
function keysIn(source: string): string[] {
  return [...source.matchAll(/['"`]([a-z]+\.[\w.-]*)(['"`$])/g)].flatMap(([, name = '', end]) =>
    keys.filter((key) => (end === '$' ? key.startsWith(name) : key === name)),
  )
}

const pages: readonly { readonly of: string; readonly part: TextPart; readonly roots: readonly string[] }[] =
  [
    { of: 'the home page and its frame', part: 'first', roots: ['main.tsx', 'home/home-page.tsx'] },
    {
      of: 'the market pages',
      part: 'trade',
      roots: ['main.tsx', 'trading/market-page.tsx', 'trading/currency-page.tsx'],
    },
  ]

test.each(pages)('$of say only what comes with the $part part of the texts', ({ part, roots }) => {
  const allowed = textParts.slice(0, textParts.indexOf(part) + 1)
  const used = [...drawnBy(roots)].flatMap(([path, source]) =>
    keysIn(source).map((key) => ({ file: relative(web, path), key })),
  )
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ key }) => !allowed.includes(partOf(key)))).toEqual([])
})
