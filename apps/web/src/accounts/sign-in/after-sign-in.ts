import { useSearch } from 'wouter'

/** Finds the page to open after signing in: the one that required it, never an address outside this site. */
export function nextPage(query: string): string {
  const wished = new URLSearchParams(query).get('next')
  return wished !== null && /^\/(?!\/|pass\/)[\w/?=&%.-]*$/.test(wished) ? wished : '/profile'
}

export const useNextPage = (): string => nextPage(useSearch())
