import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parseSource } from '../parse-source.ts'
import { parts } from './parts.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = ['apps/server/src', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes('node_modules'))
    .map((name) => join(folder, name)),
)

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expand(pattern: string): readonly string[] {
  const [, before, choices, after] = /^(.*?)\{([^}]+)\}(.*)$/.exec(pattern) ?? []
  if (before === undefined || choices === undefined || after === undefined) return [pattern]
  return choices.split(',').flatMap((choice) => expand(`${before}${choice}${after}`))
}

/** True where a file has code that runs when it is called: types and what is computed at load are not mutated. */
function isMutable(file: string): boolean {
  const find = (node: ts.Node): boolean =>
    (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) ||
    ts.forEachChild(node, (child) => find(child) || undefined) === true
  return find(parseSource({ file, text: readFileSync(join(root, file), 'utf8') }))
}

/** Kinds of files that `mutate.mjs` leaves out. */
const isLeftOut = (file: string) => /\.test\.ts$|(^|\/)test-[^/]+\.ts$|-tables\.ts$/.test(file)

test('I12.Mc: every file and folder of a part exists and has code to mutate', () => {
  const patterns = Object.values(parts).flatMap(({ code }) => code.flatMap(expand))
  const empty = patterns.filter(
    (pattern) => !sources.some((file) => matchesGlob(file, pattern) && !isLeftOut(file) && isMutable(file)),
  )
  expect(empty).toEqual([])
})

test('I12.Mc: every test of a part exists', () => {
  const patterns = Object.values(parts).flatMap(({ tests }) => tests.flatMap(expand))
  expect(patterns.filter((pattern) => !sources.some((file) => matchesGlob(file, pattern)))).toEqual([])
})

test('I12.Mc: a file of types alone has nothing to mutate', () => {
  expect(isMutable('apps/server/src/platform/http/caller.ts')).toBe(false)
  expect(isMutable('apps/server/src/platform/http/route-table.ts')).toBe(true)
})
