import type { BookLevel } from '@candor/contract'
import { expect, test } from 'vitest'
import { krakenChecksum, krakenDepth } from './kraken-depth.ts'
import { OrderBook } from './order-book.ts'

const levels = (...texts: readonly string[]): BookLevel[] =>
  texts.map((text) => {
    const [price = '', volume = ''] = text.split(' ')
    return [price, volume]
  })
const prices = (side: readonly BookLevel[]) => side.map(([price]) => price)

/** The example of Kraken's guide to the checksum. */
const bids =
  '45283.5 0.10000000|45283.4 1.54582015|45282.1 0.10000000|45281.0 0.10000000|45280.3 1.54592586|45279.0 0.07990000|45277.6 0.03310103|45277.5 0.30000000|45277.3 1.54602737|45276.6 0.15445238'
const asks =
  '45285.2 0.00100000|45286.4 1.54571953|45286.6 1.54571109|45289.6 1.54560911|45290.2 0.15890660|45291.8 1.54553491|45294.7 0.04454749|45296.1 0.35380000|45297.5 0.09945542|45299.5 0.18772827'

test('I15.9g: Kraken’s checksum is that of its own example, from a frame whose numbers have trailing zeros', () => {
  const written = (side: string) =>
    side.split('|').map((one) => one.replace(/(\S+) (\S+)/, '{ "price": $1, "qty": $2 }'))
  const frame = `{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[${written(bids)}],"asks":[${written(asks)}],"checksum":3310070434}]}`
  const [change] = krakenDepth().read(frame).books
  if (change === undefined) throw new Error('no book')
  const book = krakenDepth().newBook()
  book.replace(change.bids, change.asks)
  expect(krakenChecksum(book)).toBe(3310070434)
  expect(change).toMatchObject({ symbol: 'BTC/USD', whole: true, checksum: 3310070434 })
  expect(change.bids[3]).toEqual(['45281.0', '0.10000000'])
})

test('I15.9g: a book is in order of price, takes changes in any order, and loses levels without volume', () => {
  const book = new OrderBook({ most: 3, sendsEveryLevel: false })
  book.replace(levels('9 1', '10 1', '8 1'), levels('12 1', '11 1'))
  expect(book.top(2)).toEqual({ bids: levels('10 1', '9 1'), asks: levels('11 1', '12 1') })
  book.change(levels('9.5 2', '9 0', '7 5', '6 0.00'), levels('11 4', '10.90 1', '13 1'))
  expect(book.top(9)).toEqual({
    bids: levels('10 1', '9.5 2', '8 1'),
    asks: levels('10.90 1', '11 4', '12 1'),
  })
  // What fell out of the depth is sent again when it moves back into it.
  book.change(levels('10 0', '7 5'), [])
  expect(prices(book.top(9).bids)).toEqual(['9.5', '8', '7'])
  expect(book.lacks(3)).toBe(false)
})

test('I15.9g: levels beyond the kept ones are unknown: changes there are left out, and too few levels are noticed', () => {
  const book = new OrderBook({ most: 3, sendsEveryLevel: true })
  book.replace(levels('10 1', '9 1', '8 1', '7 1'), levels('11 1'))
  book.change(levels('10 0', '6 1'), levels('12 1'))
  expect(prices(book.top(9).bids)).toEqual(['9', '8'])
  expect(book.lacks(2)).toBe(false)
  book.change(levels('9 0'), [])
  expect(book.lacks(2)).toBe(true)
  // All of the asks are known, however few they are.
  book.replace(levels('10 1'), levels('11 1'))
  expect(book.lacks(2)).toBe(false)
})
