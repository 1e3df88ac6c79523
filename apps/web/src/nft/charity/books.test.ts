import { expect, it } from 'vitest'
import { booksOf } from './books.ts'

const totals = {
  sales: 3,
  sold: '100.000000',
  fees: '5.000000',
  credited: '95.000000',
  transfers: 1,
  transferred: '60.000000',
  kept: '35.000000',
  promised: '0.000000',
}

it('T19: the reader’s own browser finds out when a single unit is missing', () => {
  expect(booksOf(totals)).toMatchObject({ sold: { adds: true }, credited: { adds: true } })
  expect(booksOf({ ...totals, fees: '5.000001' })).toMatchObject({
    sold: { adds: false },
    credited: { adds: true },
  })
  expect(booksOf({ ...totals, kept: '34.999999' })).toMatchObject({
    sold: { adds: true },
    credited: { adds: false },
  })
  expect(booksOf({ ...totals, credited: 'x' })).toMatchObject({
    sold: { adds: false },
    credited: { adds: false },
  })
})
