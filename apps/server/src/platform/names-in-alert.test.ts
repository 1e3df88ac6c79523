import { expect, test } from 'vitest'
import { namesInAlert } from './names-in-alert.ts'

test('I16.6: an alert about many markets names five of them', () => {
  expect(namesInAlert(['A', 'B', 'C', 'D', 'E', 'F', 'G'])).toBe('A, B, C, D, E and 2 more')
  expect(namesInAlert(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C, D, E')
})
