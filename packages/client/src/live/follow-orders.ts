import type { MakeCall } from '../calls.ts'
import type { AccountMessage, ContractOrder } from '../generated/entities.ts'
import { type AccountStream, followAccount } from './follow-account.ts'
import type { StreamState } from './keep-connected.ts'
import type { LiveOptions } from './live-options.ts'

export interface OrderFollower {
  /** Called with each order as it now is; more than once with the same state after an interruption. */
  readonly onOrder: (order: ContractOrder) => void
  /** Called once every order of the moment has been reported, after each connection. */
  readonly onCurrent?: () => void
  readonly onState?: (state: StreamState) => void
  /** Called when the orders cannot be read after a connection; the stream goes on. */
  readonly onError?: (error: unknown) => void
}

interface Reads {
  readonly call: MakeCall
  readonly follower: OrderFollower
}

const isRunning = ({ status }: ContractOrder) => status === 'pending' || status === 'open'

/** Follows the contracts of the account, with the changes of every interruption. */
export function followOrders(live: LiveOptions, { call, follower }: Reads): AccountStream {
  const running = new Set<string>()
  /** Orders that the stream reported since the connection began: what is read meanwhile may be older. */
  let reported = new Set<string>()
  let newestCreatedAt = ''
  const report = (order: ContractOrder) => {
    if (isRunning(order)) running.add(order.id)
    else running.delete(order.id)
    if (order.createdAt > newestCreatedAt) newestCreatedAt = order.createdAt
    follower.onOrder(order)
  }
  const catchUp = async (isAgain: boolean) => {
    const mine = new Set<string>()
    reported = mine
    const isCurrent = () => reported === mine
    const found = isAgain
      ? await missedOrders(call, { running: new Set(running), since: newestCreatedAt })
      : await runningOrders(call)
    if (!isCurrent()) return
    for (const order of found) if (!mine.has(order.id)) report(order)
    follower.onCurrent?.()
  }
  return followAccount(live, {
    onMessage: (message) => {
      const order = contractOf(message)
      if (order === null) return
      reported.add(order.id)
      report(order)
    },
    onOpen: (isAgain) => {
      catchUp(isAgain).catch((error: unknown) => follower.onError?.(error))
    },
    ...(follower.onState === undefined ? {} : { onState: follower.onState }),
  })
}

/** Returns the contract that a message reports; null for other messages, and for options and plans, which are orders too. */
function contractOf({ type, data }: AccountMessage): ContractOrder | null {
  if (type !== 'order') return null
  const order = data as ContractOrder | null
  return order !== null && 'terms' in order ? order : null
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
  /** Creation time of the newest order that was reported; empty before the first. */
  readonly since: string
}

/** Everything that may have changed during an interruption: new orders, running ones, and those that ran before it. */
async function missedOrders(call: MakeCall, { running, since }: Known): Promise<ContractOrder[]> {
  const found = new Map<string, ContractOrder>()
  const created = since === '' ? [] : await ordersUntil(call, {}, since)
  for (const order of [...created, ...(await runningOrders(call))]) found.set(order.id, order)
  for (const id of running) if (!found.has(id)) found.set(id, await call('getContractOrderById', { id }))
  return [...found.values()]
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
