import { expect, it } from 'vitest'
import { readWorkspace } from './read-workspace.ts'
import {
  activate,
  activeSlot,
  arrange,
  type ChartSlot,
  chooseInterval,
  columnsOf,
  countOf,
  dropUnlisted,
  emptySlot,
  fillSlots,
  linkChart,
  resetLayout,
  showMarket,
  usualSizes,
  usualWorkspace,
  type Workspace,
} from './workspace.ts'

const slot = (code: string | null, group: ChartSlot['group'] = null): ChartSlot => ({
  ...emptySlot,
  code,
  group,
})
const four = (...slots: readonly ChartSlot[]): Workspace => ({
  ...usualWorkspace,
  arrangement: 'four',
  slots,
})
const codes = ({ slots }: Workspace) => slots.map(({ code }) => code)
const linked = four(slot('BTCUSDT', 'a'), slot('ETHUSDT'), slot('BTCUSDT', 'a'), slot('EURUSD', 'b'))

it('I15.7a: each arrangement has its number of charts, and of columns', () => {
  const shapes = (['one', 'columns', 'rows', 'large', 'four'] as const).map((arrangement) => [
    countOf({ arrangement }),
    columnsOf({ arrangement }),
  ])
  expect(shapes).toEqual([
    [1, 1],
    [2, 2],
    [2, 1],
    [3, 2],
    [4, 2],
  ])
})

it('I15.7a: fewer charts keep the active one in sight, and more bring the others back', () => {
  const active = activate(linked, 3)
  const one = arrange(active, 'one')
  expect([activeSlot(one).code, one.active]).toEqual(['EURUSD', 0])
  expect(codes(arrange(one, 'four'))).toEqual(['EURUSD', 'BTCUSDT', 'ETHUSDT', 'BTCUSDT'])
  expect(arrange(activate(linked, 1), 'columns').active).toBe(1)
})

it('I15.7a: a chart without a place never is the active one', () => {
  expect(activate(linked, 4)).toBe(linked)
  expect(activate(arrange(linked, 'columns'), 2).active).toBe(0)
})

it('I15.7a: a chart without a market gets one that is not shown yet, or that of its group', () => {
  const listed = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT']
  const empty = four(slot(null), slot('BTCUSDT', 'c'), slot(null, 'c'), slot(null))
  expect(codes(fillSlots(empty, listed))).toEqual(['ETHUSDT', 'BTCUSDT', 'BTCUSDT', 'SOLUSDT'])
  expect(codes(fillSlots(four(slot(null), slot(null), slot(null), slot(null)), ['BTCUSDT']))).toEqual(
    Array(4).fill('BTCUSDT'),
  )
  expect(fillSlots(empty, [])).toBe(empty)
  expect(codes(dropUnlisted(linked, ['BTCUSDT', 'ETHUSDT']))[3]).toBeNull()
  expect(dropUnlisted(linked, ['BTCUSDT', 'ETHUSDT', 'EURUSD'])).toBe(linked)
})

it('I15.7b: a market chosen in a chart is shown in all of its group, and in no other', () => {
  expect(codes(showMarket(linked, 2, 'SOLUSDT'))).toEqual(['SOLUSDT', 'ETHUSDT', 'SOLUSDT', 'EURUSD'])
  expect(codes(showMarket(linked, 1, 'SOLUSDT'))).toEqual(['BTCUSDT', 'SOLUSDT', 'BTCUSDT', 'EURUSD'])
})

it('I15.7b: a chart that joins a group takes its market; the first of a group keeps its own', () => {
  expect(codes(linkChart(linked, 1, 'b'))[1]).toBe('EURUSD')
  expect(codes(linkChart(linked, 1, 'd'))).toEqual(codes(linked))
  const left = linkChart(linked, 2, null)
  expect(codes(showMarket(left, 0, 'SOLUSDT'))[2]).toBe('BTCUSDT')
})

it('I15.7b: an interval is of one chart, also within a group', () => {
  const { slots } = chooseInterval(linked, 2, '4h')
  expect(slots.map(({ interval }) => interval)).toEqual([null, null, '4h', null])
})

it('I15.7c: a stored workspace is read as it was, and what is unknown falls back to the usual', () => {
  const stored = { ...activate(linked, 2), listShown: false, sizes: { ...usualSizes, list: 20, rows: 0.3 } }
  expect(readWorkspace(JSON.parse(JSON.stringify(stored)))).toEqual(stored)
  expect(readWorkspace(null)).toEqual(usualWorkspace)
  const odd = {
    arrangement: 'nine',
    slots: [{ code: 5, interval: '7m', group: 'z' }, null, 'x', {}, {}, {}],
    active: 3,
    sizes: { list: -1, ticket: '9', orders: 1e9, columns: 2, rows: Number.NaN },
  }
  expect(readWorkspace(odd)).toEqual(usualWorkspace)
})

it('I15.7c: resetting the layout shows every panel in its usual size and keeps the charts', () => {
  const changed = { ...linked, listShown: false, ticketShown: false, sizes: { ...usualSizes, ticket: 30 } }
  expect(resetLayout(changed)).toEqual(linked)
})
