import { expect, test } from 'vitest'
import { statesBefore } from './state-table.ts'

test('I13.2: the states before one are those from which the table permits it', () => {
  const moves = { open: ['held', 'closed'], held: ['held', 'closed'], closed: [] } as const
  expect(statesBefore<keyof typeof moves>(moves, 'closed')).toEqual(['open', 'held'])
  expect(statesBefore<keyof typeof moves>(moves, 'held')).toEqual(['open', 'held'])
  expect(statesBefore<keyof typeof moves>(moves, 'open')).toEqual([])
})
