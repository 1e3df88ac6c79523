import { describe, expect, test } from 'vitest'
import { type FundsState, freeMinor, spendableMinor, tradingEquityMinor } from './free.ts'

const usdt = (whole: number) => BigInt(whole) * 1_000_000n

const state = (more: Partial<Record<'b' | 'hm' | 'hw' | 'hx' | 'm' | 'u', number>>): FundsState => ({
  balanceMinor: usdt(more.b ?? 0),
  heldMarginMinor: usdt(more.hm ?? 0),
  heldOrderMinor: usdt(more.hw ?? 0),
  heldOtherMinor: usdt(more.hx ?? 0),
  usedMarginMinor: usdt(more.m ?? more.hm ?? 0),
  unrealisedMinor: usdt(more.u ?? 0),
})

describe('rulebook, Contracts: free money', () => {
  test('the example: a loss takes from it, a profit does not add to it', () => {
    const held = { b: 10_000, hm: 4_000, hw: 1_000, hx: 500 }
    expect(freeMinor(state({ ...held, u: -2_400 }))).toBe(usdt(2_100))
    expect(freeMinor(state({ ...held, u: 2_400 }))).toBe(usdt(4_500))
  })

  test('is never below zero', () => {
    expect(freeMinor(state({ b: 100, hm: 100, u: -90 }))).toBe(0n)
  })

  test('margin that a gap made larger than the amount set aside counts', () => {
    expect(freeMinor(state({ b: 1_000, hm: 400, m: 700 }))).toBe(usdt(300))
  })

  test('money set aside for other purposes supports no position and covers no loss', () => {
    expect(tradingEquityMinor(state({ b: 6_000, hx: 5_900, u: -2_400 }))).toBe(usdt(-2_300))
    expect(spendableMinor(state({ b: 6_000, hx: 5_900 }))).toBe(usdt(100))
    expect(spendableMinor(state({ b: 5_000, hx: 5_900 }))).toBe(0n)
  })
})
