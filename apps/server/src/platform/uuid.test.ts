import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

test('I13.4: accepts a complete UUID in either case; refuses parts, more and other forms', () => {
  const id = '0c9d1f2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
  expect(['', id.slice(1), `${id}0`, ` ${id}`, `${id}\n`, id.replaceAll('-', '')].map(isUuid)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('I13.4: the pattern of a UUID has one place in the server', () => {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const withPattern = files.filter((name) =>
    /\[0-9a-f(?:A-F)?\]\{8\}|\[0-9a-f-\]/.test(readFileSync(join(source, name), 'utf8')),
  )
  expect(withPattern).toEqual([join('platform', 'uuid.ts')])
})
