import type { Savings } from '@candor/contract'
import { describe, expect, it } from 'vitest'
import { savingsFigures, savingsProblem, savingsStart } from './savings-form.ts'

const usdt: Savings = {
  coin: 'USDT',
  taking: true,
  minAmount: '10.000000',
  dailyRate: '0.0001',
  yearlyRate: '0.0365',
  next: null,
  coverDays: 30,
  room: '5000.000000',
  held: '200.000000',
  earning: '200.000000',
  dayInterest: '0.020000',
  nextPayAt: '2026-11-22T00:00:00.000Z',
  reserved: '0.600000',
  reservedDays: 30,
  paid: '0.000000',
  lastDay: null,
}

describe('savings form', () => {
  it.each([
    ['enter', '', 'required'],
    ['enter', 'ten', 'notAnAmount'],
    ['enter', '0', 'notAnAmount'],
    ['enter', '0.0000001', 'notAnAmount'],
    ['enter', '9.99', 'below'],
    ['enter', '5000.01', 'room'],
    ['enter', '1000.01', 'funds'],
    ['exit', '200.000001', 'held'],
  ] as const)('says of %s %s: %s', (act, typed, reason) => {
    expect(savingsProblem(act, typed, usdt, '1000')?.reason).toBe(reason)
  })

  it('lets through what the server takes: to the last unit, and any part out', () => {
    expect(savingsProblem('enter', '1000', usdt, '1000')).toBeNull()
    expect(savingsProblem('enter', '5000', usdt, null)).toBeNull()
    expect(savingsProblem('exit', '0.000001', usdt, '0')).toBeNull()
    expect(savingsProblem('exit', '200', usdt, '0')).toBeNull()
  })

  it('shows a day and what is set aside, never rounded up', () => {
    expect(savingsFigures('100.009999', usdt)).toEqual({ perDay: '0.010000', reserved: '0.300000' })
    expect(savingsStart(usdt)).toEqual({
      earnsFrom: '2026-11-22T00:00:00.000Z',
      firstPayAt: '2026-11-23T00:00:00.000Z',
    })
  })
})
