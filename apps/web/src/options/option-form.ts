import { Amount, divide, parseRate, parseUsdt, type Rate, rateScale, roundUp, writeRate } from '@candor/money'
import * as refusals from '@candor/refusals/codes.ts'
import {
  breakEvenWinRate,
  expectedAtEvenOddsMinor,
  type OptionDirection,
  optionWinMinor,
} from '@candor/rules/options/option.ts'

/** Current terms of options: the public parameters, rates as fractions, amounts in USDT. */
export interface OptionTerms {
  readonly periods: readonly { readonly seconds: number; readonly payoutRate: string }[]
  readonly stakeMin: string
  readonly stakeMax: string
}

/** Fields of an option; the stake as typed, in USDT. */
export interface OptionForm {
  readonly direction: OptionDirection
  readonly periodSeconds: number | null
  readonly stake: string
}

export type OptionField = 'period' | 'stake' | 'form'
export type OptionReason = 'required' | 'notAnAmount' | 'below' | 'above' | 'funds'

export interface OptionProblem {
  readonly field: OptionField
  readonly reason: OptionReason
  readonly limit?: string
}

/** Gain, cost and expected value of a stake, as decimal texts in USDT and rates as fractions. */
export interface OptionFigures {
  readonly stake: string
  readonly payoutRate: string
  readonly win: string
  /** Sum of stake and gain, which is paid when the option is won. */
  readonly backIfWon: string
  readonly breakEvenWinRate: string
  /** Average value of one option when up and down are equally likely; signed. */
  readonly atEvenOdds: string
}

const textOf = (minor: bigint): string => new Amount('USDT', minor).toString()

type Parameter = string | number | boolean

/** Reads the terms from the public parameters `options.payouts`, `.stakeMin`, `.stakeMax`; null when they are invalid. */
export function readOptionTerms(
  payouts: Parameter,
  stakeMin: Parameter,
  stakeMax: Parameter,
): OptionTerms | null {
  const table = readTable(String(payouts))
  if (table === null || parseUsdt(String(stakeMin)) === null || parseUsdt(String(stakeMax)) === null)
    return null
  const periods = Object.entries(table)
    .map(([seconds, payoutRate]) => ({ seconds: Number(seconds), payoutRate: String(payoutRate) }))
    .filter(({ seconds, payoutRate }) => Number.isInteger(seconds) && parseRate(payoutRate) !== null)
    .sort((a, b) => a.seconds - b.seconds)
  return periods.length === 0 ? null : { periods, stakeMin: String(stakeMin), stakeMax: String(stakeMax) }
}

function readTable(text: string): Record<string, unknown> | null {
  try {
    const table: unknown = JSON.parse(text)
    return typeof table === 'object' && table !== null ? (table as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export const startOptionForm = (terms: OptionTerms, direction: OptionDirection = 'up'): OptionForm => ({
  direction,
  periodSeconds: terms.periods[0]?.seconds ?? null,
  stake: '10',
})

const payoutOf = (form: OptionForm, terms: OptionTerms): Rate | null => {
  const period = terms.periods.find(({ seconds }) => seconds === form.periodSeconds)
  return period === undefined ? null : parseRate(period.payoutRate)
}

/** Computes the figures by the server's own rules; null while period or stake would be refused. */
export function optionFigures(form: OptionForm, terms: OptionTerms): OptionFigures | null {
  const payout = payoutOf(form, terms)
  const stake = parseUsdt(form.stake.trim())
  if (payout === null || stake === null || stakeProblem(form, terms, null) !== null) return null
  const win = optionWinMinor(stake, payout)
  return {
    stake: textOf(stake),
    payoutRate: writeRate(payout),
    win: textOf(win),
    backIfWon: textOf(stake + win),
    breakEvenWinRate: writeRate(breakEvenWinRate(payout)),
    atEvenOdds: textOf(expectedAtEvenOddsMinor(stake, payout)),
  }
}

/** Finds the problems, at most one a field, in the server's order. `available` is null while unknown. */
export function optionProblems(
  form: OptionForm,
  terms: OptionTerms,
  available: string | null,
): readonly OptionProblem[] {
  const found: OptionProblem[] = []
  if (payoutOf(form, terms) === null) found.push({ field: 'period', reason: 'required' })
  const stake = stakeProblem(form, terms, available)
  return stake === null ? found : [...found, stake]
}

function stakeProblem(form: OptionForm, terms: OptionTerms, available: string | null): OptionProblem | null {
  if (form.stake.trim() === '') return { field: 'stake', reason: 'required' }
  const stake = parseUsdt(form.stake.trim())
  if (stake === null) return { field: 'stake', reason: 'notAnAmount' }
  if (stake < (parseUsdt(terms.stakeMin) ?? 0n))
    return { field: 'stake', reason: 'below', limit: terms.stakeMin }
  if (stake > (parseUsdt(terms.stakeMax) ?? 0n))
    return { field: 'stake', reason: 'above', limit: terms.stakeMax }
  if (available !== null && stake > (parseUsdt(available) ?? 0n))
    return { field: 'stake', reason: 'funds', limit: available }
  return null
}

const fields: Readonly<Record<number, OptionField>> = {
  [refusals.periodNotOffered]: 'period',
  [refusals.amountInvalid]: 'stake',
  [refusals.insufficientFunds]: 'stake',
}

/** Finds the field of a refusal of previewOptions or buyOptions (specification §8). */
export const fieldOfOptionRefusal = (code: number): OptionField => fields[code] ?? 'form'

/** Preset stakes within the terms. */
export const stakePresets = (terms: OptionTerms): readonly string[] =>
  ['10', '25', '50', '100', '250'].filter((stake) => stakeProblem({ ...blank, stake }, terms, null) === null)

const blank: OptionForm = { direction: 'up', periodSeconds: null, stake: '' }

/** Formats a win rate in percent with two decimals, rounded up: it never looks easier than it is. */
export function winRatePercent(rate: string): string {
  const exact = parseRate(rate) ?? (0n as Rate)
  const hundredths = divide(exact * 10_000n, 10n ** BigInt(rateScale), roundUp)
  return `${hundredths / 100n}.${(hundredths % 100n).toString().padStart(2, '0')}`
}
