import type { Savings } from '@candor/contract'
import { Amount, parseRate, type Rate } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import { savingsCoverDays, savingsDayMinor } from '@candor/rules'
import { dayMs } from '@candor/rules/time-units.ts'

export type SavingsAct = 'enter' | 'exit'

export interface SavingsProblem {
  readonly reason: 'required' | 'notAnAmount' | 'below' | 'funds' | 'room' | 'held'
  readonly limit?: string
}

export interface SavingsFigures {
  /** Interest of each whole day on this amount at today's rate. */
  readonly perDay: string
  /** Interest reserved for it at once. */
  readonly reserved: string
}

const minorOf = (coin: Savings['coin'], text: string): bigint | null =>
  Amount.parse(coin, text)?.minor ?? null

/** Finds the problem of an amount, in the server's order; null when it may be sent. `available`: null while unknown. */
export function savingsProblem(
  act: SavingsAct,
  typed: string,
  savings: Savings,
  available: string | null,
): SavingsProblem | null {
  if (typed.trim() === '') return { reason: 'required' }
  const minor = minorOf(savings.coin, typed.trim())
  if (minor === null || minor <= 0n) return { reason: 'notAnAmount' }
  return act === 'exit' ? exitProblem(minor, savings) : entryProblem(minor, savings, available)
}

function exitProblem(minor: bigint, { coin, held }: Savings): SavingsProblem | null {
  return isAbove(coin, minor, held) ? { reason: 'held', limit: held } : null
}

function entryProblem(
  minor: bigint,
  { coin, minAmount, room: headroom }: Savings,
  available: string | null,
): SavingsProblem | null {
  if (minor < (minorOf(coin, minAmount) ?? 0n)) return { reason: 'below', limit: minAmount }
  if (headroom !== null && isAbove(coin, minor, headroom)) return { reason: 'room', limit: headroom }
  if (available !== null && isAbove(coin, minor, available)) return { reason: 'funds', limit: available }
  return null
}

const isAbove = (coin: Savings['coin'], minor: bigint, limit: string) => minor > (minorOf(coin, limit) ?? 0n)

/** Computes the figures of an amount by the server's own rule; null while it is invalid. */
export function savingsFigures(typed: string, savings: Savings): SavingsFigures | null {
  const minor = minorOf(savings.coin, typed.trim())
  if (minor === null || minor <= 0n) return null
  const day = savingsDayMinor(minor, parseRate(savings.dailyRate) ?? (0n as Rate))
  const text = (one: bigint) => new Amount(savings.coin, one).toString()
  return { perDay: text(day), reserved: text(day * BigInt(savingsCoverDays)) }
}

/** Time from which money deposited now earns, and time at which that day is paid. */
export const savingsStart = ({ nextPayAt }: Pick<Savings, 'nextPayAt'>) => ({
  earnsFrom: nextPayAt,
  firstPayAt: new Date(Date.parse(nextPayAt) + dayMs).toISOString(),
})

const ofAmount: readonly number[] = [
  refusals.insufficientFunds,
  refusals.amountOutsideLimits,
  refusals.unavailable,
]
/** Reports whether a refusal concerns the amount (else the whole form). */
export const isOfAmount = (code: number | string): boolean => ofAmount.includes(Number(code))
