import { expect, test } from 'vitest'
import { findCircle } from './part-circles.ts'

test('files that load each other are found over others in between, and a file reached on two ways is none', () => {
  const tree = [
    ['page', ['market', 'shell']],
    ['market', ['trade', 'shell']],
    ['trade', ['shell']],
  ] as const
  expect(findCircle(new Map(tree))).toBeNull()
  expect(findCircle(new Map([...tree, ['shell', ['icons']], ['icons', ['market']]]))).toEqual([
    'market',
    'trade',
    'shell',
    'icons',
    'market',
  ])
  expect(findCircle(new Map([['alone', ['alone']]]))).toEqual(['alone', 'alone'])
})
