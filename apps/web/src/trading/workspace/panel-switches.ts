import { toggleBook, toggleList, toggleTicket, useWorkspace } from './workspace-store.ts'

/** Panels that can be shown and hidden, each with its key. */
export const panelSwitches = {
  list: { title: 'markets.list.title', shortcut: 'W', toggle: toggleList },
  book: { title: 'markets.depth.book', shortcut: 'K', toggle: toggleBook },
  ticket: { title: 'markets.workspace.ticket', shortcut: 'O', toggle: toggleTicket },
} as const
export type SwitchedPanel = keyof typeof panelSwitches

export const useIsShown = (panel: SwitchedPanel): boolean =>
  useWorkspace((workspace) => workspace[`${panel}Shown`])
