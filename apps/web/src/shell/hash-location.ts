import { useSyncExternalStore } from 'react'
import { followPlace, goTo, pathNow, queryNow } from './place.ts'

export { goTo, pathNow } from './place.ts'

export function useHashPath(): [string, typeof goTo] {
  return [useSyncExternalStore(followPlace, pathNow), goTo]
}
useHashPath.hrefs = (href: string): string => `#${href}`

export const useHashQuery = (): string => useSyncExternalStore(followPlace, queryNow)
