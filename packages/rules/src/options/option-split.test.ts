import { type Price, price, rate } from '@candor/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPauseMs } from '../orders/levels/watched-since.ts'
import { settleOption } from './option.ts'
import {
  type CarriedOutSplit,
  countedPrice,
  ratioText,
  splitAfter,
  splitBetween,
  unsplit,
} from './option-split.ts'

const splitAt = 1_000_000
const tenForOne: CarriedOutSplit = { fresh: 10n, old: 1n, at: splitAt }
const terms = { stakeMinor: 100_000_000n, payoutRate: rate('0.8') } as const
const opened = { price: price('300'), at: splitAt - 30_000 }

/** Ends an option that was bought at 300 before a split of 10:1, at a mid that came some time after it. */
const end = (direction: 'up' | 'down', mid: string, afterMs: number) => {
  const closing = { price: price(mid), at: splitAt + afterMs }
  const split = splitBetween(opened, closing, [tenForOne])
  return settleOption({ ...terms, direction, openPrice: opened.price }, { mid: closing.price, split }).result
}

describe('rulebook Options: a split between purchase and end (I11.14)', () => {
  it.each([
    ['up', '30.001', 'won'],
    ['up', '29.999', 'lost'],
    ['down', '29.999', 'won'],
    ['down', '30.001', 'lost'],
    ['up', '30', 'refunded'],
  ] as const)('%s at 300, split 10:1, closing at %s is %s', (direction, mid, result) => {
    for (const afterMs of [0, 5, splitPauseMs, 3_600_000]) expect(end(direction, mid, afterMs)).toBe(result)
  })

  it('a quote of the old scale that still came in the minute after it counts as it is', () => {
    expect(end('up', '301', 400)).toBe('won')
    expect(end('up', '299', 400)).toBe('lost')
  })

  it('a split before the purchase, or after the closing quote, counts for nothing', () => {
    const close = { price: price('300'), at: splitAt - 1 }
    expect(splitBetween(opened, close, [tenForOne])).toEqual(unsplit)
    const later = { price: price('30'), at: splitAt + splitPauseMs }
    expect(splitBetween(later, { ...later, at: later.at + 60_000 }, [tenForOne])).toEqual(unsplit)
  })

  it('bought at the old scale while the split was being written: it counts all the same', () => {
    const between = { price: price('300'), at: splitAt + 20 }
    const close = { price: price('30.1'), at: splitAt + 60_020 }
    expect(splitBetween(between, close, [tenForOne])).toEqual({ fresh: 10n, old: 1n })
  })

  it('two splits multiply, in any order', () => {
    const second = { fresh: 1n, old: 4n, at: splitAt + 120_000 }
    const close = { price: price('120'), at: splitAt + 300_000 }
    for (const splits of [
      [tenForOne, second],
      [second, tenForOne],
    ])
      expect(splitBetween(opened, close, splits)).toEqual({ fresh: 10n, old: 4n })
    expect(countedPrice(price('120'), { fresh: 10n, old: 4n })).toBe(price('300'))
  })

  const closeAt = (afterMs: number, mid = '300') => ({ price: price(mid), at: splitAt + afterMs })

  it.each([
    // Up to the split nothing counts, whichever scale the price looks like.
    [-1, '30', false],
    [0, '30', true],
    [0, '300', false],
    [splitPauseMs - 1, '300', false],
    // From a minute on every quote is of the new scale, whatever it looks like.
    [splitPauseMs, '300', true],
    [splitPauseMs, '30', true],
  ])('bought before the split, closing %i ms after it at %s counts it: %s', (afterMs, mid, counts) => {
    expect(splitBetween(opened, closeAt(afterMs, mid), [tenForOne])).toEqual(
      counts ? { fresh: 10n, old: 1n } : unsplit,
    )
  })

  it.each([
    [-1, splitPauseMs, '300', true],
    // Bought in the minute after the split: its price and the close’s say on which scale each is.
    [0, splitPauseMs, '300', false],
    [0, splitPauseMs, '30', true],
    [splitPauseMs - 1, 2 * splitPauseMs, '30', true],
    [splitPauseMs - 1, 2 * splitPauseMs, '300', false],
    // Bought later: the split was over.
    [splitPauseMs, 2 * splitPauseMs, '30', false],
  ])('bought at 300 %i ms after the split, closing %i ms after it at %s counts it: %s', (...row) => {
    const [openedMs, closedMs, mid, counts] = row
    expect(splitBetween(closeAt(openedMs), closeAt(closedMs, mid), [tenForOne])).toEqual(
      counts ? { fresh: 10n, old: 1n } : unsplit,
    )
  })

  it('a price exactly between both scales is read as it is, for splits of either kind', () => {
    // 4:1 of 300: 75 is on the new scale, 300 on the old, and 150 as far from both.
    const fourForOne = { fresh: 4n, old: 1n, at: splitAt }
    expect(splitBetween(opened, closeAt(5, '150'), [fourForOne])).toEqual(unsplit)
    expect(splitBetween(opened, closeAt(5, '149.9999999999'), [fourForOne])).toEqual({ fresh: 4n, old: 1n })
    const oneForFour = { fresh: 1n, old: 4n, at: splitAt }
    expect(splitBetween(opened, closeAt(5, '600'), [oneForFour])).toEqual(unsplit)
    expect(splitBetween(opened, closeAt(5, '600.0000000001'), [oneForFour])).toEqual({ fresh: 1n, old: 4n })
  })

  it('a price in the minute after a second split is judged with the first counted, in any order of the list', () => {
    // 300 becomes 30 by 10:1, and two minutes later 120 by 1:4.
    const second = { fresh: 1n, old: 4n, at: splitAt + 120_000 }
    for (const splits of [
      [tenForOne, second],
      [second, tenForOne],
    ]) {
      const read = (mid: string) => splitBetween(opened, closeAt(120_005, mid), splits)
      expect(read('30')).toEqual({ fresh: 10n, old: 1n })
      expect(read('120')).toEqual({ fresh: 10n, old: 4n })
      expect(read('60')).toEqual({ fresh: 10n, old: 1n })
      expect(read('60.0000000001')).toEqual({ fresh: 10n, old: 4n })
    }
    // The other way round: 300 becomes 1 200 by 1:4, and then 120.
    const first = { fresh: 1n, old: 4n, at: splitAt - 120_000 }
    const early = { ...opened, at: splitAt - 130_000 }
    const turned = (mid: string) => splitBetween(early, closeAt(5, mid), [tenForOne, first])
    expect(turned('1200')).toEqual({ fresh: 1n, old: 4n })
    expect(turned('120')).toEqual({ fresh: 10n, old: 4n })
  })

  it('while it runs, all splits after its purchase count, and none at its moment or before', () => {
    const later = { fresh: 1n, old: 4n, at: splitAt + 1 }
    expect(splitAfter(splitAt, [tenForOne])).toEqual(unsplit)
    expect(splitAfter(splitAt - 1, [tenForOne])).toEqual({ fresh: 10n, old: 1n })
    expect(splitAfter(splitAt - 1, [tenForOne, later])).toEqual({ fresh: 10n, old: 4n })
    expect(splitAfter(splitAt, [tenForOne, later])).toEqual({ fresh: 1n, old: 4n })
    expect(splitAfter(splitAt + 1, [tenForOne, later])).toEqual(unsplit)
  })

  it('is shown as new shares for old', () => {
    expect([ratioText(tenForOne), ratioText(unsplit)]).toEqual(['10:1', null])
  })
})

const anyRatio = fc
  .tuple(fc.bigInt({ min: 1n, max: 1_000n }), fc.bigInt({ min: 1n, max: 1_000n }))
  .filter(([fresh, old]) => fresh !== old)
const anyPrice = fc.bigInt({ min: 10n ** 7n, max: 10n ** 15n }).map((value) => value as Price)

it('property: no split changes a result: the old-scale close and the same price in new shares settle alike, to the last digit', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, anyRatio, fc.boolean(), (open, unit, [fresh, old], up) => {
      // A close that both scales can write exactly.
      const before = (unit * fresh) as Price
      const after = (unit * old) as Price
      const option = { ...terms, direction: up ? 'up' : 'down', openPrice: open } as const
      const plain = settleOption(option, { mid: before, split: unsplit })
      expect(settleOption(option, { mid: after, split: { fresh, old } })).toEqual(plain)
      expect(countedPrice(after, { fresh, old })).toBe(before)
    }),
  )
})

it('property: a difference smaller than the last digit shown still decides', () => {
  fc.assert(
    fc.property(anyPrice, anyRatio, (open, [fresh, old]) => {
      // The lowest mid in new shares that lies above the opening price.
      const above = ((open * old) / fresh + 1n) as Price
      const option = { ...terms, direction: 'up', openPrice: open } as const
      expect(settleOption(option, { mid: above, split: { fresh, old } }).result).toBe('won')
    }),
  )
})

it('property: in the minute after it either scale is read rightly while the price moved less than the split’s root', () => {
  const anyMove = fc.integer({ min: -160, max: 160 })
  fc.assert(
    fc.property(anyPrice, anyRatio, anyMove, fc.boolean(), (open, [fresh, old], promille, isNew) => {
      // At least 3:2 or 2:3.
      fc.pre(fresh * 2n >= old * 3n || old * 2n >= fresh * 3n)
      const moved = open + (open * BigInt(promille)) / 1_000n
      const mid = (isNew ? (moved * old) / fresh : moved) as Price
      fc.pre(mid > 10_000n)
      const close = { price: mid, at: splitAt + 1 }
      const read = splitBetween({ price: open, at: splitAt - 1 }, close, [{ fresh, old, at: splitAt }])
      expect(read).toEqual(isNew ? { fresh, old } : unsplit)
    }),
  )
})
