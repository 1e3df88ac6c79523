import { expect, test } from 'vitest'
import { lateFirst } from './late-first.ts'

const page = (
  name: 'kyc' | 'recharge' | 'support' | 'loan',
  waiting: number,
  late: number,
  hour: number,
) => ({
  ...{ page: name, waiting, late, mine: 0 },
  oldestAt: waiting === 0 ? null : `2026-01-01T0${hour}:00:00.000Z`,
})

test('I16.6: queues with late entries come first, then the longest waiting, and empty ones are left out', () => {
  const queues = [
    page('kyc', 2, 0, 5),
    page('recharge', 0, 0, 0),
    page('support', 1, 0, 3),
    page('loan', 4, 2, 6),
  ]
  expect(lateFirst(queues).map((one) => one.page)).toEqual(['loan', 'support', 'kyc'])
})
