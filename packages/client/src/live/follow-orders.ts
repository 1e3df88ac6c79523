import { backoffMs, wait } from '../backoff.ts'
import type { MakeCall } from '../calls.ts'
import { Refusal } from '../errors.ts'
import type { AccountMessage, ContractOrder } from '../generated/entities.ts'
import { type AccountStream, followAccount } from './follow-account.ts'
import type { StreamState } from './keep-connected.ts'
import type { LiveOptions } from './live-options.ts'
import { SeenOrders } from './seen-orders.ts'

export interface OrderFollower {
  /** Called with each order as it now is; more than once with the same state after an interruption. */
  readonly onOrder: (order: ContractOrder) => void
  /** Called once every order of the moment has been reported, after each connection. */
  readonly onCurrent?: () => void
  readonly onState?: (state: StreamState) => void
  /** Called when the orders cannot be read after a connection; they are read again after a wait. */
  readonly onError?: (error: unknown) => void
}

interface Reads {
  readonly call: MakeCall
  readonly follower: OrderFollower
}

/** Follows the contracts of the account, with the changes of every interruption. */
export function followOrders(live: LiveOptions, { call, follower }: Reads): AccountStream {
  const seen = new SeenOrders(follower.onOrder)
  let isClosed = false
  const catchUp = async (isAgain: boolean) => {
    const reported = seen.begin()
    const known = { running: seen.running(), since: seen.since() }
    const found = await readUntilDone(() => (isAgain ? missedOrders(call, known) : runningOrders(call)), {
      isWanted: () => !isClosed && seen.isCurrent(reported),
      onError: (error) => follower.onError?.(error),
      random: live.random,
    })
    if (found === null) return
    for (const order of found) if (!reported.has(order.id)) seen.report(order)
    seen.complete()
    follower.onCurrent?.()
  }
  const stream = followAccount(live, {
    onMessage: (message) => {
      if (message.type === 'session') seen.startAt(message.at)
      const order = contractOf(message)
      if (order !== null) seen.reportLive(order)
    },
    onOpen: (isAgain) => void catchUp(isAgain),
    ...(follower.onState === undefined ? {} : { onState: follower.onState }),
  })
  return {
    close: () => {
      isClosed = true
      stream.close()
    },
  }
}

interface Repetition {
  /** False once the next connection began or the stream is closed. */
  readonly isWanted: () => boolean
  readonly onError: (error: unknown) => void
  readonly random: () => number
}

/** Reads, again after each failure; null once the result is no longer wanted. */
async function readUntilDone<T>(read: () => Promise<T>, options: Repetition): Promise<T | null> {
  for (let tries = 0; options.isWanted(); tries++) {
    try {
      const result = await read()
      return options.isWanted() ? result : null
    } catch (error) {
      if (options.isWanted()) options.onError(error)
    }
    await wait(backoffMs(tries, options.random()))
  }
  return null
}

/** Returns the contract that a message reports; null for other messages, and for options and plans, which are orders too. */
function contractOf(message: AccountMessage): ContractOrder | null {
  if (message.type !== 'order' || message.data === null) return null
  return 'terms' in message.data ? message.data : null
}

/** The most that a page of a list has. */
const pageSize = 100

async function runningOrders(call: MakeCall): Promise<ContractOrder[]> {
  const pages = [await ordersUntil(call, { status: 'pending' }), await ordersUntil(call, { status: 'open' })]
  return pages.flat()
}

interface Known {
  /** Orders that were pending or open before the interruption. */
  readonly running: ReadonlySet<string>
  /** Orders created before this time were reported. */
  readonly since: string
}

/** Everything that may have changed during an interruption: new orders, running ones, and those that ran before it. */
async function missedOrders(call: MakeCall, { running, since }: Known): Promise<ContractOrder[]> {
  const found = new Map<string, ContractOrder>()
  const created = await ordersUntil(call, {}, since)
  for (const order of [...created, ...(await runningOrders(call))]) found.set(order.id, order)
  for (const id of running) {
    if (found.has(id)) continue
    const order = await orderOrNull(call, id)
    if (order !== null) found.set(id, order)
  }
  return [...found.values()]
}

/** Reads an order; null where a reset of the demo account removed it. */
async function orderOrNull(call: MakeCall, id: string): Promise<ContractOrder | null> {
  try {
    return await call('getContractOrderById', { id })
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'notFound') return null
    throw error
  }
}

/** Reads a list, newest first, up to the first order created before `since`. */
async function ordersUntil(
  call: MakeCall,
  filter: { readonly status?: ContractOrder['status'] },
  since = '',
): Promise<ContractOrder[]> {
  const found: ContractOrder[] = []
  let cursor: string | undefined
  do {
    const page = await call('listContractOrder', { ...filter, limit: pageSize, cursor })
    found.push(...page.items.filter(({ createdAt }) => createdAt >= since))
    const isPast = page.items.some(({ createdAt }) => createdAt < since)
    cursor = isPast ? undefined : (page.nextCursor ?? undefined)
  } while (cursor !== undefined)
  return found
}
