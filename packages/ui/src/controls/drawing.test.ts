import { expect, test } from 'vitest'
import { scaleOf, withStroke } from './drawing.ts'

const pad = { width: 300, height: 176 }

test('I15.12g: a drawing shrinks to a narrower pad and never grows', () => {
  const drawing = withStroke(null, [[150, 88]], pad)
  expect(scaleOf(drawing, 150)).toBe(0.5)
  expect(scaleOf(drawing, 600)).toBe(1)
  expect(scaleOf(null, 150)).toBe(1)
})

test('I15.12g: a stroke on a narrower pad lies where it was drawn over the earlier ones', () => {
  const wide = withStroke(null, [[300, 0]], pad)
  const both = withStroke(wide, [[150, 10]], { width: 150, height: 176 })
  expect(both.strokes).toEqual([[[300, 0]], [[300, 20]]])
  expect(both.width).toBe(300)
})

test('I15.12g: a pad that became wider keeps what is drawn on its new part', () => {
  const narrow = withStroke(null, [[10, 10]], pad)
  const both = withStroke(narrow, [[500, 10]], { width: 600, height: 176 })
  expect(both).toEqual({ width: 600, height: 176, strokes: [[[10, 10]], [[500, 10]]] })
})
