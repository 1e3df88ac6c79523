import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

/** Counts how often each statement is sent while `work` runs, by this process as a whole. */
export async function statementsOf(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  const { query } = pg.Client.prototype
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [first] = given as [string | { readonly text?: string }]
    const text = typeof first === 'string' ? first : (first.text ?? '')
    // Prices between processes, which nobody asked for.
    if (!text.startsWith('SELECT pg_notify')) counts.set(text, (counts.get(text) ?? 0) + 1)
    return Reflect.apply(query, this, given)
  } as never)
  onTestFinished(() => spy.mockRestore())
  await work()
  spy.mockRestore()
  return counts
}

/** Number of statements that name a table or function. */
export const statementsAbout = (counts: ReadonlyMap<string, number>, name: string): number =>
  [...counts].reduce((sum, [text, count]) => sum + (text.includes(name) ? count : 0), 0)
