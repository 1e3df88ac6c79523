import type { OwnLimitReason, OwnLimitsShown } from '@candor/contract'
import { isDecimalText } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import { dayMs } from '@candor/rules/time-units.ts'
import { CallFailure } from '../../session/calls/failure.ts'

export type LossName = 'dailyLoss' | 'weeklyLoss' | 'monthlyLoss'
export const lossNames: readonly LossName[] = ['dailyLoss', 'weeklyLoss', 'monthlyLoss']
export type LossShown = OwnLimitsShown[LossName]

/** Reads the typed limit: empty is none; undefined is not an amount. */
export function readLoss(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return isDecimalText(text) && Number(text) > 0 ? text : undefined
}

/** Loss since the period began, without a sign; a gain is 0. */
export const lostOf = ({ result }: LossShown): string => (result.startsWith('-') ? result.slice(1) : '0')

/** The share of a limit that is used up, 0 to 1. */
export function usedShare(limit: LossShown): number {
  if (limit.value === null) return 0
  return Math.min(1, Number(lostOf(limit)) / Number(limit.value))
}

export interface Reached {
  readonly reason: OwnLimitReason
  readonly until: string | null
}

/** Finds the own limit that a refusal concerns (code `beyondOwnLimit`); null for any other failure. */
export function reachedOf(failure: unknown): Reached | null {
  if (!(failure instanceof CallFailure) || failure.code !== refusals.beyondOwnLimit) return null
  const { reason, until } = (failure.result ?? {}) as Partial<Reached>
  return reason === undefined ? null : { reason, until: until ?? null }
}

export const pauseDays = { day: 1, week: 7, month: 30 } as const
export type PauseLength = keyof typeof pauseDays

export const pauseEnd = (length: PauseLength, now: number): string =>
  new Date(now + pauseDays[length] * dayMs).toISOString()
