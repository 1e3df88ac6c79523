import { columnsOf, countOf, type Workspace } from './workspace.ts'

/** Smallest sizes in rem, at which no code, price or button is cut. */
export const least = { list: 13.5, book: 15, ticket: 19, orders: 6, chart: 20, chartHeight: 14 } as const
export const most = { list: 60, book: 30, ticket: 40, orders: 60 } as const

/** Width of the window from which the list is a panel and there can be several charts. */
const wideRem = 64

export type Panel = keyof typeof most
export type SidePanel = 'ticket' | 'book'

type Shown = Pick<Workspace, 'listShown' | 'ticketShown' | 'bookShown'> & { readonly columns: number }

const widthOf = ({ listShown, ticketShown, bookShown, columns }: Shown): number =>
  least.chart * columns +
  (listShown ? least.list : 0) +
  (ticketShown ? least.ticket : 0) +
  (bookShown ? least.book : 0)

/** Returns the panels that fit next to the charts: the list makes room first, then the order book. */
export function fittingPanels(shown: Shown, availableRem: number): Omit<Shown, 'columns'> {
  const { listShown, ticketShown, bookShown } = shown
  const fits = (some: Partial<Shown>) => widthOf({ ...shown, ...some }) <= availableRem
  if (fits({})) return { listShown, ticketShown, bookShown }
  if (fits({ listShown: false })) return { listShown: false, ticketShown, bookShown }
  return { listShown: false, ticketShown, bookShown: false }
}

/** Shows order book or ticket. Where there is no room for both, the other one is hidden. */
export function showPanel(workspace: Workspace, panel: SidePanel, availableRem: number): Workspace {
  const shown = { ...workspace, [`${panel}Shown`]: true }
  const columns = countOf(workspace) > 1 && availableRem >= wideRem ? columnsOf(workspace) : 1
  const { ticketShown, bookShown } = fittingPanels({ ...shown, columns }, availableRem)
  if (bookShown === shown.bookShown && ticketShown === shown.ticketShown) return shown
  return panel === 'book' ? { ...shown, ticketShown: false } : { ...shown, bookShown: false }
}
