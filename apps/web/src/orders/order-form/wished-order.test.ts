import { price } from '@candor/money'
import { expect, it } from 'vitest'
import { changeOrderForm, startOrderForm, takeOver } from './change-order-form.ts'
import { bitcoin, now } from './test-market.ts'
import { ordersAt } from './wished-order.ts'

const namesAt = (text: string) =>
  ordersAt(price(text), now).map(({ direction, kind }) => `${direction} ${kind}`)

it('I15.14a: below the market a buy waits as a limit order and a sell as a stop order, above it the other way round', () => {
  expect(namesAt('99000.00')).toEqual(['buy limit', 'sell stop'])
  expect(namesAt('101000.00')).toEqual(['sell limit', 'buy stop'])
})

it('I15.14a: within the spread both wait as limit orders', () => {
  expect(namesAt('100005.00')).toEqual(['buy limit', 'sell limit'])
})

it('I15.14a: the ticket takes over side, type and price, and keeps the volume and the levels that were typed', () => {
  const typed = [
    { type: 'lots', text: '0.5' } as const,
    { type: 'stopLoss', text: '120000.00' } as const,
  ].reduce(changeOrderForm, startOrderForm(bitcoin, now))
  const wish = { code: 'BTCUSDT', direction: 'sell', kind: 'limit', price: '101000.00' } as const
  const taken = takeOver(typed, wish)
  expect(taken).toMatchObject({ direction: 'sell', kind: 'limit', price: '101000.00', ownPrice: true })
  expect(taken).toMatchObject({ lots: '0.5', stopLoss: '120000.00' })
  // No suggestion replaces the price.
  const inputs = { market: bitcoin, quote: now, conversion: null, equityMinor: null, dailyRange: null }
  expect(changeOrderForm(taken, { type: 'suggest', inputs }).price).toBe('101000.00')
})
