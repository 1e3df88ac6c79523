import type { BoardQuote } from '@candor/rules'

/** Each quote once, however many options it opened or ended, and always in the same order, so that two who keep the same quotes never wait for each other in a ring. */
export function eachOnce(used: readonly BoardQuote[]): BoardQuote[] {
  const quotes = new Map<string, BoardQuote>()
  for (const one of used) quotes.set(`${one.code} ${one.seq}`, one)
  return [...quotes.values()].sort((a, b) => (a.code === b.code ? a.seq - b.seq : a.code < b.code ? -1 : 1))
}
