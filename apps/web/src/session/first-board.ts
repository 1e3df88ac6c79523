import { useSyncExternalStore } from 'react'
import { readForThisVisit, writeForThisVisit } from './browser-storage.ts'
import { createStore } from './store.ts'

const left = createStore(readForThisVisit('boardDismissed') === '1')

/** Reports whether the board of a first visit was closed, now or earlier in this visit. */
export const useBoardLeft = (): boolean => useSyncExternalStore(left.subscribe, left.get)

export function leaveBoard(): void {
  writeForThisVisit('boardDismissed', '1')
  left.set(true)
}
