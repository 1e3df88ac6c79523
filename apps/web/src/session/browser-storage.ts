/**
 * The browser's storage under the names the specification gives it (§3, §4). A browser may refuse storage (private
 * windows, full disk): then nothing is remembered, and everything else works.
 */
export type StoredName =
  | 'token'
  | 'userInfo'
  | 'isLogin'
  | 'language'
  | 'virtualStatus'
  | 'adRead'
  | 'theme'
  | 'moves'
  | 'layout'
  | 'chart'
  | 'charts'
  | 'ticket'
  | 'oneClick'
  | 'watchlist'
  | 'watchlists'
  | 'watchlistShown'
  | 'marketSort'
  | 'workspace'
  | 'workspaces'
  | 'device'
  | 'consentDue'

function quietly<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}

export const readStored = (name: StoredName): string | null => quietly(() => localStorage.getItem(name), null)

/** Parses a stored text; null if there is none or if it is not JSON. */
export const parseStored = (text: string | null): unknown =>
  quietly<unknown>(() => JSON.parse(text ?? 'null'), null)

export function writeStored(name: StoredName, value: string | null): void {
  quietly(() => {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  }, undefined)
}

/** HTTP 401 (specification §4): everything this site stored goes. */
export const clearStored = (): void => quietly(() => localStorage.clear(), undefined)

type VisitName = 'boardDismissed' | 'googleSignIn' | 'invitedWith'

export const readForThisVisit = (name: VisitName): string | null =>
  quietly(() => sessionStorage.getItem(name), null)

export const writeForThisVisit = (name: VisitName, value: string | null): void =>
  quietly(() => {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, value)
  }, undefined)
