import { AsyncLocalStorage } from 'node:async_hooks'

const transactions = new AsyncLocalStorage<{ open: boolean }>()
let openNow = 0

/** Runs a transaction so that what is called inside it can be told apart. */
export async function withinTransaction<T>(work: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  openNow += 1
  try {
    return await transactions.run(mark, work)
  } finally {
    // What the transaction began and did not wait for goes on outside it.
    mark.open = false
    openNow -= 1
    // Following every promise of the process costs each call some percent; while no transaction is open there is nothing to tell apart.
    if (openNow === 0) transactions.disable()
  }
}

/**
 * Throws inside a transaction. Whoever waits for something that itself needs a connection (the engine) while holding one can
 * hang the whole server: enough of them take every connection and wait for each other for ever.
 */
export function refuseWithinTransaction(what: string): void {
  if (transactions.getStore()?.open === true)
    throw new Error(`${what} must not be awaited inside a transaction: ask before it begins`)
}
