import { expect, test } from 'vitest'
import { periodStart } from './statement-form.ts'

test('a period of the statement begins at the midnight of its first day', () => {
  const now = new Date(2026, 10, 20, 17, 30)
  expect(periodStart('7', now)).toBe(new Date(2026, 10, 13).toISOString())
  expect(periodStart('all', now)).toBeUndefined()
})
