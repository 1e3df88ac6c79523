import { intervals } from '../../markets/chart/state/chart-choices.ts'
import {
  arrangements,
  type ChartSlot,
  countOf,
  emptySlot,
  linkGroups,
  mostCharts,
  type PanelSizes,
  usualWorkspace,
  type Workspace,
} from './workspace.ts'

type Stored = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Stored => typeof value === 'object' && value !== null
const recordOf = (value: unknown): Stored => (isRecord(value) ? value : {})
const oneOf = <T>(list: readonly T[], value: unknown): T | null => list.find((one) => one === value) ?? null
const between = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && value >= least && value <= most ? value : null

/** Bounds of stored sizes. The screen narrows them further to what there is room for. */
const panelRem = [6, 120] as const
const share = [0.1, 0.9] as const

/** Reads a workspace that this browser stored; each unknown value falls back to the usual one. */
export function readWorkspace(stored: unknown): Workspace {
  const given = recordOf(stored)
  const arrangement = oneOf(arrangements, given.arrangement) ?? usualWorkspace.arrangement
  const slots = Array.isArray(given.slots) ? given.slots.slice(0, mostCharts).map(readSlot) : []
  return {
    arrangement,
    slots: usualWorkspace.slots.map((slot, at) => slots[at] ?? slot),
    active: Math.trunc(between(given.active, 0, countOf({ arrangement }) - 1) ?? 0),
    listShown: given.listShown !== false,
    ticketShown: given.ticketShown !== false,
    bookShown: given.bookShown === true,
    sizes: readSizes(recordOf(given.sizes)),
  }
}

function readSlot(stored: unknown): ChartSlot {
  const { code, interval, group } = recordOf(stored)
  return {
    code: typeof code === 'string' ? code : emptySlot.code,
    interval: oneOf(intervals, interval),
    group: oneOf(linkGroups, group),
  }
}

const readSizes = ({ list, ticket, orders, book, columns, rows }: Stored): PanelSizes => ({
  list: between(list, ...panelRem),
  ticket: between(ticket, ...panelRem),
  orders: between(orders, ...panelRem),
  book: between(book, ...panelRem),
  columns: between(columns, ...share),
  rows: between(rows, ...share),
})
