import { AsyncLocalStorage } from 'node:async_hooks'

interface OpenTransaction {
  isOpen: boolean
  /** Pool whose connection it holds. */
  readonly pool: object
}

const transactions = new AsyncLocalStorage<OpenTransaction>()
let openNow = 0

/** Runs the work of a transaction, which holds a connection of `pool`, so that what is called inside it can be told apart. */
export async function withinTransaction<T>(pool: object, work: () => Promise<T>): Promise<T> {
  const mark: OpenTransaction = { isOpen: true, pool }
  openNow += 1
  try {
    return await transactions.run(mark, work)
  } finally {
    // What the transaction began and did not wait for goes on outside it.
    mark.isOpen = false
    openNow -= 1
    // Following every promise of the process costs each call some percent; while no transaction is open there is nothing to tell apart.
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
 * Throws inside a transaction. Whoever waits for something that itself needs a connection (the engine) while holding one can
 * hang the whole server: enough of them take every connection and wait for each other for ever.
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
