import * as refusals from '@candor/refusals/codes.ts'
import { CallFailure, fieldIssues } from '../../session/calls/failure.ts'
import type { OrderField } from './order-problems.ts'

const fields: readonly string[] = [
  'lots',
  'leverage',
  'price',
  'stopLoss',
  'takeProfit',
  'trailing',
  'expiresAt',
]

const fieldOfCode: Readonly<Record<number, OrderField>> = {
  [refusals.stopLossInvalid]: 'stopLoss',
  [refusals.takeProfitInvalid]: 'takeProfit',
  [refusals.protectionRequired]: 'takeProfit',
  [refusals.lotsInvalid]: 'lots',
  [refusals.leverageNotOffered]: 'leverage',
  [refusals.triggerPriceInvalid]: 'price',
  [refusals.insufficientFunds]: 'lots',
}

/** Finds the ticket field for a refusal of the server. */
export const fieldOfRefusal = (code: number): OrderField => fieldOfCode[code] ?? 'form'

/** Finds the ticket field of a failure: by its code, or by the field the server marked. */
export function fieldOfFailure(failure: Error): OrderField {
  if (!(failure instanceof CallFailure) || typeof failure.code !== 'number') return 'form'
  const marked = failure.code === refusals.invalidInput ? fieldIssues(failure)[0]?.path : undefined
  return marked !== undefined && fields.includes(marked)
    ? (marked as OrderField)
    : fieldOfRefusal(failure.code)
}
