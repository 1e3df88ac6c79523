import { useSearch } from 'wouter'

/** Where to go after signing in: the page that asked for it, never an address outside. */
export function nextPage(query: string): string {
  const wished = new URLSearchParams(query).get('next')
  return wished !== null && /^\/(?!\/|pass\/)[\w/?=&%.-]*$/.test(wished) ? wished : '/profile'
}

export const useNextPage = (): string => nextPage(useSearch())
