import { useSyncExternalStore } from 'react'
import { parseStored, readStored, writeStored } from '../../session/browser-storage.ts'
import { createStore } from '../../session/store.ts'
import { type SidePanel, showPanel } from './panel-sizes.ts'
import { readWorkspace } from './read-workspace.ts'
import { windowRem } from './window-width.ts'
import type { PanelSizes, Workspace } from './workspace.ts'

/** The workspace of this browser: sizes fit a screen, so they do not follow the customer to another one (ADR-246). */
const store = createStore<Workspace>(readWorkspace(parseStored(readStored('workspace'))))

export const workspaceNow = store.get

export function changeWorkspace(change: (workspace: Workspace) => Workspace): void {
  const next = change(store.get())
  if (next === store.get()) return
  store.set(next)
  writeStored('workspace', JSON.stringify(next))
}

export const resize = (sizes: Partial<PanelSizes>): void =>
  changeWorkspace((workspace) => ({ ...workspace, sizes: { ...workspace.sizes, ...sizes } }))

/** Follows a part of the workspace; a component that follows no sizes is not rendered while one is dragged. */
export const useWorkspace = <Part>(select: (workspace: Workspace) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => select(store.get()))

export const toggleList = (): void =>
  changeWorkspace((workspace) => ({ ...workspace, listShown: !workspace.listShown }))

export const showTicket = (): void =>
  changeWorkspace((workspace) => showPanel(workspace, 'ticket', windowRem()))

export const toggleTicket = (): void => toggle('ticket')
export const toggleBook = (): void => toggle('book')

const toggle = (panel: SidePanel): void =>
  changeWorkspace((workspace) =>
    workspace[`${panel}Shown`]
      ? { ...workspace, [`${panel}Shown`]: false }
      : showPanel(workspace, panel, windowRem()),
  )
