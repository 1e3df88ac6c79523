import { drawingTools, savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import { translator } from '@candor/texts/server.ts'
import { expect, it } from 'vitest'
import { usualChart } from '../state/chart-choices.ts'
import { addDrawings, changeDrawing, moveDrawing, newDrawingId, removeDrawings } from './drawing-edits.ts'
import { drawingWords } from './drawing-words.ts'
import { planPosition } from './position-figures.ts'
import { toolGroups, toolsIn } from './tool-catalog.ts'

const drawing = (id: string) =>
  ({
    ...{ id, tool: 'ray', color: 'accent', width: 1, locked: false, text: '' },
    points: [{ at: 1, price: 2 }],
  }) as const

it('I15.6c: every one of at least fifteen tools is in the menu once', () => {
  expect(drawingTools.length).toBeGreaterThanOrEqual(15)
  expect(toolGroups.flatMap(toolsIn).toSorted()).toEqual(drawingTools.toSorted())
})

it('I15.6d: drawings are added up to the limit, changed, moved unless locked, and removed', () => {
  const [one, two] = [drawing('one'), drawing('two')]
  const chart = addDrawings([one, two])({ ...usualChart, drawingsHidden: true })
  expect(chart).toEqual({ ...usualChart, drawings: [one, two], drawingsHidden: false })
  const moved = moveDrawing('one', [{ at: 3, price: 4 }])(chart)
  expect(moved.drawings[0]?.points).toEqual([{ at: 3, price: 4 }])
  const locked = changeDrawing('one', { locked: true, color: 'teal' })(chart)
  expect(moveDrawing('one', [{ at: 3, price: 4 }])(locked)).toEqual(locked)
  expect(removeDrawings(new Set(['one']))(chart).drawings).toEqual([two])
  const many = Array.from({ length: savedChartLimits.drawings + 5 }, () => drawing(newDrawingId()))
  expect(addDrawings(many)(chart).drawings).toHaveLength(savedChartLimits.drawings)
  expect(newDrawingId()).toMatch(/^[0-9a-f]{24}$/)
})

it('I15.6e: a planned position states target, stop and the ratio of reward to risk', () => {
  expect(planPosition([100, 130, 90], 'long')).toEqual({ entry: 100, target: 130, stop: 90, ratio: 3 })
  expect(planPosition([100, 130, 90], 'short')).toEqual({ entry: 100, target: 90, stop: 130, ratio: 1 / 3 })
  expect(planPosition([100, 90, 130], 'long')).toEqual({ entry: 100, target: 130, stop: 90, ratio: 3 })
  expect(planPosition([100, 130, 110], 'long').ratio).toBeNull()
})

it('writes prices, changes and spans in the reader’s language', () => {
  const words = drawingWords({ t: translator('de'), tag: 'de-DE', direction: 'ltr' }, 2)
  expect([words.price(94_000.5), words.difference(-12.3), words.change(200, 190)]).toEqual([
    '94.000,50',
    '−12,30',
    '−5,00\u00a0%',
  ])
  expect(words.span(-3, 26 * 3_600_000)).toBe('3 Kerzen · 1 Tg. 2 Std.')
  expect(words.ratio(words.number(1.5))).toBe('Chance/Risiko 1,5')
})
