import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '../..')

/**
 * A row that is locked `FOR UPDATE` holds up every insert that refers to it, and with it locks that this insert's transaction has: two
 * transactions then wait for each other (a payment and an address of one customer did). `FOR NO KEY UPDATE` holds up changes alone.
 */
it('no row is locked against those that refer to it', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('.cache'),
  )
  const locking = (pattern: RegExp) =>
    files.filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')))
  expect(locking(/forNoKeyUpdate\(\)|FOR NO KEY UPDATE/).length).toBeGreaterThan(20)
  expect(locking(/forUpdate\(|\bFOR UPDATE\b/)).toEqual([])
})
