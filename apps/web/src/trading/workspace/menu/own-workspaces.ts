import { useSyncExternalStore } from 'react'
import { parseStored, readStored, writeStored } from '../../../session/browser-storage.ts'
import { createStore } from '../../../session/store.ts'
import { type OwnWorkspace, readOwn } from './presets.ts'

const store = createStore<readonly OwnWorkspace[]>(readOwn(parseStored(readStored('workspaces'))))

export const ownNow = store.get
export const useOwnWorkspaces = (): readonly OwnWorkspace[] =>
  useSyncExternalStore(store.subscribe, store.get)

export function storeOwn(own: readonly OwnWorkspace[]): void {
  store.set(own)
  writeStored('workspaces', JSON.stringify(own))
}
