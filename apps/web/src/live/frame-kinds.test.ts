import { describe, expect, test } from 'vitest'
import { createFrameKinds } from './frame-kinds.ts'
import { createPriceStore } from './price-store.ts'

describe('kinds of live frames', () => {
  test('the first of a connection is the greeting, fewer markets are news, all of them again is neither', () => {
    const kinds = createFrameKinds()
    kinds.opened()
    expect([3, 1, 2, 3, 1].map(kinds.take)).toEqual(['greeting', 'new', 'new', 'all', 'new'])
  })
  test('each connection is greeted anew, and counts by its own greeting', () => {
    const kinds = createFrameKinds()
    kinds.opened()
    expect([3, 2].map(kinds.take)).toEqual(['greeting', 'new'])
    kinds.opened()
    // The operator lists two markets now.
    expect([2, 2, 1].map(kinds.take)).toEqual(['greeting', 'all', 'new'])
  })
  test('a market that was added after the greeting makes all of them no news', () => {
    const kinds = createFrameKinds()
    kinds.opened()
    expect([2, 3].map(kinds.take)).toEqual(['greeting', 'all'])
  })
  test('before any price there is nothing to tell: what comes then is told with its change, not with its coming', () => {
    const kinds = createFrameKinds()
    kinds.opened()
    expect([0, 1].map(kinds.take)).toEqual(['greeting', 'all'])
    const store = createPriceStore()
    const entry = (price: string) => ({ code: 'A', price, zdf: 0 })
    store.apply([entry('1')], 10, 'all')
    store.apply([entry('1')], 20, 'all')
    store.apply([entry('2')], 30, 'all')
    expect(store.quotedAtMs('A')).toBe(30)
  })
})
