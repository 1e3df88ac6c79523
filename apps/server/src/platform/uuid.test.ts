import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

test('I13.4: accepts a complete UUID in either case; refuses parts, more and other forms', () => {
  const id = '0c9d1f2e-3a4b-4c5d-8e6f-7a8b9c0d1e2f'
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
  expect(['', id.slice(1), `${id}0`, ` ${id}`, `${id}\n`, id.replaceAll('-', '')].map(isUuid)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})
