import type { ContractOrder } from '@candor/contract'
import { bestFirst, type Decision, refuseUnavailable } from '@candor/rules'
import { orRefuse, Refusal } from '../../platform/http/refusal.ts'
import { decideInTurn } from '../commits/decide-in-turn.ts'
import { committed } from '../commits/idempotent-calls.ts'
import type { Requester } from '../engine/engine-context.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { orderOfRow } from './order-entity.ts'

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
  const open = ids.flatMap((id) => {
    const position = runtime.book.positions.get(id)
    if (position === undefined) return []
    return [{ id, sequence: position.sequence, profitMinor: runtime.valuation.profitOf(position) ?? 0n }]
  })
  // All of a kind are decided in one turn, at the quotes of one moment. A profit that the capital cannot pay is known before a
  // loss is taken: it then pays for the loss, or neither is closed.
  const decide = (some: readonly string[]) =>
    some.map((id) => ({ id, decision: closeOne(runtime, id, { ...requester, key: null }) }))
  const inOrder = bestFirst(open)
  const decisions = decide(inOrder.filter(({ profitMinor }) => profitMinor >= 0n).map(({ id }) => id))
  const losers = inOrder.filter(({ profitMinor }) => profitMinor < 0n)
  const stillOpen = () => losers.map(({ id }) => id).filter((id) => runtime.book.positions.has(id))
  decisions.push(...(await decideInTurn(runtime.engine, requester, null, () => decide(stillOpen()))))
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
