import { describe, expect, test } from 'vitest'
import { createPriceStore, readFrame } from './price-store.ts'

const entry = (code: string, price: string, seq?: number) => ({
  code,
  price,
  zdf: 0,
  ...(seq === undefined ? {} : { seq }),
})

const entryAge = (code: string, ageMs: number | null) => ({ code, ageMs })

describe('live prices', () => {
  test('tell only those who follow the market that changed', () => {
    const store = createPriceStore()
    const heard: string[] = []
    store.follow('A', () => heard.push('A'))
    const leave = store.follow('B', () => heard.push('B'))
    store.apply([entry('A', '1')], 10)
    expect(heard).toEqual(['A'])
    store.apply([entry('A', '2'), entry('B', '3')], 20)
    expect(heard).toEqual(['A', 'A', 'B'])
    leave()
    store.apply([entry('B', '4')], 30)
    expect(heard).toHaveLength(3)
    expect(store.get('B')?.price).toBe('4')
    expect(store.quotedAtMs('B')).toBe(30)
  })
  test('keep the full quote’s fields when a plain entry follows', () => {
    const store = createPriceStore()
    store.apply([{ ...entry('A', '1'), bid: '0.9', ask: '1.1', source: 'live' }], 1)
    store.apply([entry('A', '2')], 2)
    expect(store.get('A')).toMatchObject({ price: '2', bid: '0.9', source: 'live' })
  })
  test('never go back to an older quote of the same source', () => {
    const store = createPriceStore()
    const changes: number[] = []
    store.followAll((changed) => changes.push(changed.length))
    store.apply([entry('A', '2', 9)], 1)
    store.apply([entry('A', '1', 8)], 2)
    expect(store.get('A')?.price).toBe('2')
    expect(changes).toEqual([1])
  })
  test('what is told on connecting is no new quote: a price is as old as the server calls it', () => {
    const store = createPriceStore()
    store.apply([entry('A', '1'), entry('B', '1')], 100_000, 'greeting')
    expect(store.get('A')?.price).toBe('1')
    expect(store.quotedAtMs('A')).toBeNull()
    store.date([entryAge('A', 60_000), entryAge('B', null)], 100_000)
    expect(store.quotedAtMs('A')).toBe(40_000)
    expect(store.quotedAtMs('B')).toBeNull()
    // A new connection after a silence tells the same again.
    store.apply([entry('A', '1')], 130_000, 'greeting')
    expect(store.quotedAtMs('A')).toBe(40_000)
    // And a subscription tells all again: what is as before is as old as before.
    store.apply([entry('A', '1'), entry('B', '2')], 135_000, 'all')
    expect(store.quotedAtMs('A')).toBe(40_000)
    expect(store.quotedAtMs('B')).toBe(135_000)
    store.apply([entry('A', '1')], 140_000)
    expect(store.quotedAtMs('A')).toBe(140_000)
    store.date([entryAge('A', 60_000)], 150_000)
    expect(store.quotedAtMs('A')).toBe(140_000)
  })
  test('spec §7: a text with a bracket is an array of entries, anything else is ignored', () => {
    expect(readFrame('[{"code":"A","price":"1.5","zdf":0.2}]')).toHaveLength(1)
    expect(readFrame('pong')).toEqual([])
    expect(readFrame('[broken')).toEqual([])
    expect(readFrame('{"list":[1]}')).toEqual([])
    expect(readFrame('[null,{"code":"A"},{"code":"B","price":"1","zdf":0}]')).toEqual([entry('B', '1')])
  })
})
