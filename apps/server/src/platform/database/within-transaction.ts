import { AsyncLocalStorage } from 'node:async_hooks'

interface OpenTransaction {
  isOpen: boolean
  /** Pool of its connection. */
  readonly pool: object
}

const transactions = new AsyncLocalStorage<OpenTransaction>()
let openNow = 0

/** Runs the work of a transaction, which holds a connection of `pool`, so that code called inside it is recognised. */
export async function withinTransaction<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const mark: OpenTransaction = { isOpen: true, pool }
  openNow += 1
  try {
    return await transactions.run(mark, work)
  } finally {
    // Work that the transaction started without awaiting continues outside it.
    mark.isOpen = false
    openNow -= 1
    // Following every promise of the process costs each call some percent, and is needed only while a transaction is open.
    if (openNow === 0) transactions.disable()
  }
}

/** Runs work that many callers share and that no transaction waits for without a limit, as if it began outside them. */
export const outsideTransaction = <T>(work: () => T): T => transactions.exit(work)

const currentTransaction = (): OpenTransaction | null => {
  const mark = transactions.getStore()
  return mark?.isOpen === true ? mark : null
}

/**
 * Throws inside a transaction. Code that waits for something that itself needs a connection (the engine) while holding one can
 * hang the whole server: enough of it takes every connection and waits forever.
 */
export function refuseWithinTransaction(what: string): void {
  if (currentTransaction() !== null)
    throw new Error(`${what} must not be awaited inside a transaction: call it before the transaction begins`)
}

/** Throws inside a transaction that holds a connection of the same pool, for the same reason. */
export function refuseSecondConnection(pool: object): void {
  if (currentTransaction()?.pool === pool)
    throw new Error('a transaction must not wait for a second connection: use its own')
}
