import { expect, test } from 'vitest'
import { type Drawing, type PadSize, scaleOf, withStroke } from './drawing.ts'

const pad = { width: 300, height: 176 }

test('I15.12g: a drawing shrinks to a narrower or lower pad and never grows', () => {
  const drawing = withStroke(null, [[150, 88]], pad)
  expect(scaleOf(drawing, { width: 150, height: 176 })).toBe(0.5)
  expect(scaleOf(drawing, { width: 300, height: 44 })).toBe(0.25)
  expect(scaleOf(drawing, { width: 600, height: 352 })).toBe(1)
  expect(scaleOf(null, { width: 150, height: 88 })).toBe(1)
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

test('I15.12g: the picture holds every stroke of whatever pads it was drawn on', () => {
  const pads: readonly PadSize[] = [
    { width: 600, height: 176 },
    { width: 300, height: 176 },
    { width: 300, height: 198 },
    { width: 900, height: 120 },
  ]
  const drawing = pads.reduce<Drawing | null>(
    (before, size) => withStroke(before, [[size.width, size.height]], size),
    null,
  )
  if (drawing === null) throw new Error('strokes were drawn')
  for (const [x, y] of drawing.strokes.flat()) {
    expect(x).toBeLessThanOrEqual(drawing.width)
    expect(y).toBeLessThanOrEqual(drawing.height)
  }
  expect(drawing).toMatchObject({ width: 2970, height: 396 })
})
