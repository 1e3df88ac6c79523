import type { TextPart } from '@candor/texts/text-parts.ts'

const marketPaths: readonly string[] = ['/market', '/cruuency']

/** The words a page waits for. */
export const textsOf = (path: string): TextPart => {
  if (path === '/') return 'first'
  return marketPaths.includes(path) ? 'trade' : 'rest'
}
