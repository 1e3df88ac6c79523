import { describe, expect, it } from 'vitest'
import {
  fieldOfOptionRefusal,
  type OptionForm,
  optionFigures,
  optionProblems,
  readOptionTerms,
  stakePresets,
  startOptionForm,
  winRatePercent,
} from './option-form.ts'

const terms = readOptionTerms('{"3600":"0.85","60":"0.75","300":"0.80"}', '5', '2000')
if (terms === null) throw new Error('the parameters of the rulebook can be read')
const form = (stake: string, periodSeconds: number | null = 60): OptionForm => ({
  direction: 'up',
  periodSeconds,
  stake,
})
const reasons = (of: OptionForm, available: string | null = '1000') =>
  optionProblems(of, terms, available).map(({ field, reason }) => `${field} ${reason}`)

describe('the operator’s terms', () => {
  it('are read from the public parameters, shortest period first', () => {
    expect(terms.periods).toEqual([
      { seconds: 60, payoutRate: '0.75' },
      { seconds: 300, payoutRate: '0.80' },
      { seconds: 3600, payoutRate: '0.85' },
    ])
  })
  it('are none when they make no sense', () => {
    expect(readOptionTerms('what', '5', '2000')).toBeNull()
    expect(readOptionTerms('{}', '5', '2000')).toBeNull()
    expect(readOptionTerms('{"60":"0.75"}', 'five', '2000')).toBeNull()
  })
  it('start a form with the shortest period', () =>
    expect(startOptionForm(terms, 'down')).toEqual({ direction: 'down', periodSeconds: 60, stake: '10' }))
})

describe('what a stake would come to', () => {
  it('gives payout, break-even rate and worth at even odds by the shared rules (rulebook, Options)', () => {
    expect(optionFigures(form('10'), terms)).toEqual({
      stake: '10.000000',
      payoutRate: '0.75',
      win: '7.500000',
      backIfWon: '17.500000',
      breakEvenWinRate: '0.571429',
      atEvenOdds: '-1.250000',
    })
  })
  it('is always a loss at even odds: the ticket may say so for every period', () => {
    for (const { seconds } of terms.periods)
      expect(optionFigures(form('100', seconds), terms)?.atEvenOdds.startsWith('-')).toBe(true)
  })
  it('is nothing while the server would refuse it', () => {
    expect(optionFigures(form('4.99'), terms)).toBeNull()
    expect(optionFigures(form('10', 61), terms)).toBeNull()
  })
})

describe('what stands in the way of an option', () => {
  it('is nothing within the bounds, both included (10016)', () => {
    expect(reasons(form('5'))).toEqual([])
    expect(reasons(form('2000'), '2000')).toEqual([])
  })
  it('is the stake when missing, malformed, outside the bounds or not available (10016, 10011)', () => {
    expect(reasons(form(''))).toEqual(['stake required'])
    expect(reasons(form('ten'))).toEqual(['stake notAnAmount'])
    expect(reasons(form('4.999999'))).toEqual(['stake below'])
    expect(reasons(form('2000.01'))).toEqual(['stake above'])
    expect(reasons(form('1500'))).toEqual(['stake funds'])
    expect(reasons(form('1500'), null)).toEqual([])
  })
  it('is the period when none of the offered is chosen (10017)', () =>
    expect(reasons(form('10', null))).toEqual(['period required']))
})

it('each refusal is shown at its field (spec §8)', () =>
  expect([10017, 10016, 10011, 10015, 11047].map(fieldOfOptionRefusal)).toEqual([
    'period',
    'stake',
    'stake',
    'form',
    'form',
  ]))

it('quick stakes lie within the terms', () =>
  expect(stakePresets({ ...terms, stakeMax: '60' })).toEqual(['10', '25', '50']))

it('a win rate never looks easier than it is: rounded up (rulebook, Options)', () =>
  expect(['0.571429', '0.55', '0.540541', '1'].map(winRatePercent)).toEqual([
    '57.15',
    '55.00',
    '54.06',
    '100.00',
  ]))
