import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ContractOrder } from '@candor/contract'
import { bestFirst, type Decision, refuseUnavailable } from '@candor/rules'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { committed } from '../commits/idempotent-calls.ts'
import type { Requester } from '../engine/engine-context.ts'
import type { Position } from '../engine/position.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { orderOfRow } from './order-entity.ts'

/** Closes decided in one turn of the event loop. */
const closesPerTurn = 50

/** Closed orders, and the refused ones with code and reason. */
export interface ClosedAll {
  readonly closed: ContractOrder[]
  readonly refused: { readonly id: string; readonly code: number; readonly reason: string | null }[]
}

/** All that is open, or all of one market. */
export function openOrders(runtime: TradingRuntime, requester: Requester, code: string | null): string[] {
  if (code !== null && runtime.board.market(code) === null)
    throw new Refusal('invalidInput', { issues: [{ path: 'code', code: 'unknown_market' }] })
  const account = runtime.book.find(requester.userId, requester.mode)
  return [...(account?.positions.values() ?? [])]
    .filter(({ market }) => code === null || market.code === code)
    .map(({ id }) => id)
}

/**
 * Closes these orders, the most profitable first, so that a loss finds the balance that pays it. What cannot be closed now stays and is
 * named; what has closed by itself meanwhile is among the closed.
 */
export async function closeAll(
  runtime: TradingRuntime,
  requester: Requester,
  ids: readonly string[],
): Promise<ClosedAll> {
  const decisions = await decideCloses(runtime, requester, ids)
  const all: ClosedAll = { closed: [], refused: [] }
  for (const { id, decision } of decisions) {
    const outcome = await outcomeOf(runtime, decision)
    if (outcome instanceof Refusal) all.refused.push(refusal(id, outcome))
    else all.closed.push(outcome)
  }
  const named = new Set(decisions.map(({ id }) => id))
  all.closed.push(
    ...(await closedOf(
      runtime,
      ids.filter((id) => !named.has(id)),
    )),
  )
  return all
}

interface PendingClose {
  readonly id: string
  readonly decision: Decision<PendingCommit>
}

/**
 * Decides the close of each order that is still open. Those that bring money are decided in one turn, the most profitable first; then every
 * other in the account's turn. So a profit that the capital cannot pay is known before a loss counts on it: the loss is then taken
 * together with that winner, or neither is closed (ADR-226).
 */
export async function decideCloses(
  runtime: TradingRuntime,
  requester: Requester,
  ids: readonly string[],
): Promise<PendingClose[]> {
  const { book, engine, valuation } = runtime
  const keyless = { ...requester, key: null }
  const decide = (id: string): PendingClose => ({ id, decision: closeOne(runtime, id, keyless) })
  const open = ids.flatMap((id) => {
    const position = book.positions.get(id)
    if (position === undefined) return []
    const profitMinor = valuation.profitOf(position) ?? 0n
    return [{ id, sequence: position.sequence, profitMinor, brings: brings(runtime, position) }]
  })
  const inOrder = bestFirst(open)
  const decisions = inOrder.flatMap((one) => (one.brings ? [decide(one.id)] : []))
  for (const [at, { id }] of inOrder.filter((one) => !one.brings).entries()) {
    if (at % closesPerTurn === 0) await nextTurn()
    // It may have closed with another's loss.
    const decideOpen = () => (book.positions.has(id) ? [decide(id)] : [])
    decisions.push(...(await engine.inTurn(requester, null, decideOpen)))
  }
  return decisions
}

/** Checks whether closing a position at its market's newest quote brings money, after commission and debts. */
function brings({ engine, processed }: TradingRuntime, position: Position): boolean {
  const quote = processed.latestTradable(position.market.code, position.account.mode)
  return quote !== null && engine.closings.brings(position, quote)
}

/** Closes one at a fresh price; refuses `unavailable` (`stale`) where none came in time. */
function closeOne(runtime: TradingRuntime, id: string, requester: Requester): Decision<PendingCommit> {
  const market = runtime.book.positions.get(id)?.market
  const isTooOld = market !== undefined && requester.prices?.isTooOld(market.code) === true
  return isTooOld ? refuseUnavailable('stale') : runtime.engine.close(id, requester)
}

/** Of these, the ones that closed by something else: with another's loss, by a level, or before a repeat. */
async function closedOf(runtime: TradingRuntime, ids: readonly string[]): Promise<ContractOrder[]> {
  if (ids.length === 0) return []
  await runtime.queue.passed()
  const rows = (await runtime.store.byIds(ids)).filter(({ status }) => status === 'closed')
  return rows.flatMap((row) => {
    const market = runtime.board.listed(row.code)
    return market === null ? [] : [orderOfRow(row, market)]
  })
}

async function outcomeOf(
  runtime: TradingRuntime,
  decision: Decision<PendingCommit>,
): Promise<ContractOrder | Refusal> {
  try {
    return await committed(runtime, orRefuse(decision))
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

const refusal = (id: string, { code, details }: Refusal) => ({
  id,
  code,
  reason: typeof details?.reason === 'string' ? details.reason : null,
})
