import { parseLots } from '@candor/money'
import { refusalName } from '@candor/refusals'
import { type Decision, refuse } from '@candor/rules'
import type { Requester } from '../engine/engine-context.ts'
import type { PendingCommit } from '../engine/position-change.ts'
import type { TradingRuntime } from '../engine/trading-runtime.ts'
import { readChanges } from '../orders/read-request.ts'
import { codeOfField, readBody, type ScriptedCall } from './replay-calls.ts'

/** Closes an order, or the part that the call names. */
export function closeOrder(
  runtime: TradingRuntime,
  id: string,
  { body }: ScriptedCall,
  requester: Requester,
): Decision<PendingCommit> {
  if (body.lots == null) return runtime.engine.close(id, requester)
  return runtime.engine.closePart(id, parseLots(String(body.lots)), requester)
}

/** Edits an order; a waiting order with a dearer level first holds the difference. */
export function editOrder(
  runtime: TradingRuntime,
  id: string,
  call: ScriptedCall,
  requester: Requester,
): Decision<PendingCommit> {
  const body = readBody('editContract', { ...call.body, id })
  if ('wrong' in body) return refuse(refusalName(codeOfField('editContract', body.wrong)))
  const changes = readChanges(body)
  if (!changes.ok) return changes
  const more = runtime.engine.topUp(id, changes.value, requester)
  return more.ok ? runtime.engine.edit(id, changes.value, requester) : more
}
