import type { BoardQuote } from '@candor/rules'

/** Lists each quote once, always in the same order, so that two transactions that store the same quotes cannot deadlock. */
export function eachOnce(used: readonly BoardQuote[]): BoardQuote[] {
  const quotes = new Map<string, BoardQuote>()
  for (const one of used) quotes.set(`${one.code} ${one.seq}`, one)
  return [...quotes.values()].sort((a, b) => (a.code === b.code ? a.seq - b.seq : a.code < b.code ? -1 : 1))
}
