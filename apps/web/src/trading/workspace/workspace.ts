import type { CandleInterval } from '@candor/contract'

/** Ways to place charts, by name: one; two next to or over one another; a large one with two beside it; two by two. */
export const arrangements = ['one', 'columns', 'rows', 'large', 'four'] as const
export type Arrangement = (typeof arrangements)[number]

/** Groups of linked charts. A released group keeps its name: stored workspaces hold it. */
export const linkGroups = ['a', 'b', 'c', 'd'] as const
export type LinkGroup = (typeof linkGroups)[number]

export interface ChartSlot {
  /** Null: no market was chosen yet. */
  readonly code: string | null
  /** Null: the interval that the market's own chart has. */
  readonly interval: CandleInterval | null
  readonly group: LinkGroup | null
}

/** Sizes as the customer dragged them; null: the usual one. Panels are in rem, so that they grow with the font. */
export interface PanelSizes {
  readonly list: number | null
  readonly ticket: number | null
  readonly orders: number | null
  readonly book: number | null
  /** Share of the first column of charts. */
  readonly columns: number | null
  /** Share of the upper row of charts. */
  readonly rows: number | null
}

export interface Workspace {
  readonly arrangement: Arrangement
  /** Always `mostCharts`; those without a place in the arrangement wait for a larger one. */
  readonly slots: readonly ChartSlot[]
  /** Index of the chart that the list and the ticket belong to. */
  readonly active: number
  readonly listShown: boolean
  readonly ticketShown: boolean
  readonly bookShown: boolean
  readonly sizes: PanelSizes
}

export const mostCharts = 4
/** Width of the list, in rem, from which its figures have a column each. */
export const wideListRem = 28

const counts: Readonly<Record<Arrangement, number>> = { one: 1, columns: 2, rows: 2, large: 3, four: 4 }
export const countOf = ({ arrangement }: Pick<Workspace, 'arrangement'>): number => counts[arrangement]

/** Number of charts next to one another. */
export const columnsOf = ({ arrangement }: Pick<Workspace, 'arrangement'>): 1 | 2 =>
  arrangement === 'one' || arrangement === 'rows' ? 1 : 2

export const emptySlot: ChartSlot = { code: null, interval: null, group: null }
export const usualSizes: PanelSizes = {
  ...{ list: null, ticket: null, orders: null, book: null },
  ...{ columns: null, rows: null },
}
export const usualWorkspace: Workspace = {
  arrangement: 'one',
  slots: Array.from({ length: mostCharts }, () => emptySlot),
  active: 0,
  listShown: true,
  ticketShown: true,
  bookShown: false,
  sizes: usualSizes,
}

export const activeSlot = ({ slots, active }: Workspace): ChartSlot => slots[active] ?? emptySlot

const changeSlots = (
  workspace: Workspace,
  change: (slot: ChartSlot, at: number) => ChartSlot,
): Workspace => ({
  ...workspace,
  slots: workspace.slots.map(change),
})

/** Shows a market in a chart, and in all that are linked with it. */
export function showMarket(workspace: Workspace, at: number, code: string): Workspace {
  const group = workspace.slots[at]?.group ?? null
  return changeSlots(workspace, (slot, index) =>
    index === at || (group !== null && slot.group === group) ? { ...slot, code } : slot,
  )
}

/** Puts a chart into a group, or into none. It takes the market of those shown that are in the group already. */
export function linkChart(workspace: Workspace, at: number, group: LinkGroup | null): Workspace {
  const shown = workspace.slots.slice(0, countOf(workspace))
  const other = group === null ? undefined : shown.find((slot, index) => index !== at && slot.group === group)
  const linked = changeSlots(workspace, (slot, index) => (index === at ? { ...slot, group } : slot))
  const code = other?.code ?? workspace.slots[at]?.code ?? null
  return code === null ? linked : showMarket(linked, at, code)
}

export const chooseInterval = (workspace: Workspace, at: number, interval: CandleInterval): Workspace =>
  changeSlots(workspace, (slot, index) => (index === at ? { ...slot, interval } : slot))

/** Makes a chart the active one; one without a place in the arrangement never is. */
export const activate = (workspace: Workspace, at: number): Workspace =>
  at < countOf(workspace) && at !== workspace.active ? { ...workspace, active: at } : workspace

/** Places the charts in another way. The active one stays in sight: without a place of its own it takes the first. */
export function arrange(workspace: Workspace, arrangement: Arrangement): Workspace {
  const { slots, active, sizes } = workspace
  const moved = active < counts[arrangement] ? null : slots[active]
  return {
    ...workspace,
    arrangement,
    slots: moved ? [moved, ...slots.filter((_, at) => at !== active)] : slots,
    active: moved ? 0 : active,
    sizes: { ...sizes, columns: null, rows: null },
  }
}

/** Gives shown charts without a market one of these, or that of their group. None is shown twice while there are enough. */
export function fillSlots(workspace: Workspace, codes: readonly string[]): Workspace {
  const empty = workspace.slots.findIndex(({ code }, at) => code === null && at < countOf(workspace))
  const [first] = codes
  if (empty === -1 || first === undefined) return workspace
  const shown = workspace.slots.slice(0, countOf(workspace))
  const group = workspace.slots[empty]?.group ?? null
  const linked = shown.find((slot) => group !== null && slot.group === group && slot.code !== null)
  const free = codes.find((code) => shown.every((slot) => slot.code !== code))
  return fillSlots(showMarket(workspace, empty, linked?.code ?? free ?? first), codes)
}

/** Gives shown charts whose market is no longer listed no market, so that they are filled again. */
export function dropUnlisted(workspace: Workspace, codes: readonly string[]): Workspace {
  const isGone = ({ code }: ChartSlot) => code !== null && !codes.includes(code)
  if (!workspace.slots.some(isGone)) return workspace
  return changeSlots(workspace, (slot) => (isGone(slot) ? { ...slot, code: null } : slot))
}

/** Gives panels their usual sizes again and shows the usual ones; charts and their markets stay. */
export const resetLayout = (workspace: Workspace): Workspace => ({
  ...workspace,
  listShown: true,
  ticketShown: true,
  bookShown: false,
  sizes: usualSizes,
})
