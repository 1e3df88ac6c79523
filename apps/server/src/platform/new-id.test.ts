import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('ids are version 7, carry their time, never repeat, and sort in the order they were given', () => {
  const before = Date.now()
  const ids = Array.from({ length: 50_000 }, () => newId())
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  expect(
    ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
  ).toBe(true)
  const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  expect(timeOf(ids[0] ?? '')).toBeGreaterThanOrEqual(before)
  expect(timeOf(ids.at(-1) ?? '')).toBeLessThanOrEqual(Date.now())
})
