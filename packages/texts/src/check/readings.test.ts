import { expect, test } from 'vitest'
import { compile } from '../read-catalog.ts'
import { readings } from './readings.ts'

test('each branch is in a reading, with the words around it', () => {
  expect(readings(compile('x.y', 'In {n, plural, one {# day} other {# days}}, {a}.'))).toEqual([
    'In {#} day, {a}.',
    'In {#} days, {a}.',
  ])
  expect(readings(compile('x.y', 'Sent'))).toEqual(['Sent'])
})
