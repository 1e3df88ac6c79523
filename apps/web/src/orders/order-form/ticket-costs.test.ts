import { Exact } from '@candor/money'
import { noLevelSum } from '@candor/rules/orders/amounts/margin-levels.ts'
import { expect, it } from 'vitest'
import { closeEstimate, maySeeAt, sumUsdt } from '../dialogs/live-profit.ts'
import { startOrderForm } from './change-order-form.ts'
import { bitcoin, now } from './test-market.ts'
import { ticketCosts } from './ticket-costs.ts'

const one = new Exact(1n)
const account = { equityMinor: 10_000_000000n, closeOutSum: noLevelSum, availableMinor: 10_000_000000n }
const form = { ...startOrderForm(bitcoin, now), lots: '0.01', stopLoss: '95000', takeProfit: '110000' }

it('shows on the ticket what the rulebook charges: margin, both commissions, spread, night, both exits', () => {
  expect(ticketCosts(form, bitcoin, { quote: now, conversion: one }, account)).toMatchObject({
    openPrice: '100010.00',
    margin: '500.050000',
    commissionOpen: '1.000100',
    commissionBoth: '2.000200',
    spread: '0.100000',
    swapPerNight: '-0.300015',
    pipValue: '0.000100',
    // (100 010 − 95 000) × 0.01 and both commissions: 50.1 + 1.0001 + 0.95
    lossAtStopLoss: '52.050100',
    profitAtTakeProfit: '97.799900',
    needed: '501.050100',
    enough: true,
  })
})

it('has no costs while the lots cannot be read, and says when the balance does not reach (10011)', () => {
  expect(ticketCosts({ ...form, lots: 'x' }, bitcoin, { quote: now, conversion: one }, account)).toBeNull()
  expect(ticketCosts({ ...form, lots: '1' }, bitcoin, { quote: now, conversion: one }, account)?.enough).toBe(
    false,
  )
})

it('estimates a close at the side it closes on, both directions', () => {
  const position = { lots: '0.01', openPrice: '100010', margin: '500.05' }
  expect(closeEstimate({ ...position, direction: 'buy' }, bitcoin, now, one)).toMatchObject({
    profit: '-0.100000',
    commission: '1.000000',
    net: '-1.100000',
  })
  expect(closeEstimate({ ...position, direction: 'sell' }, bitcoin, now, one)?.profit).toBe('0.000000')
  expect(closeEstimate({ ...position, openPrice: null, direction: 'sell' }, bitcoin, now, one)).toBeNull()
})

it('sums profits exactly', () => {
  expect(sumUsdt(['0.100000', '0.200000', null])).toBe('0.300000')
})

it('shows a real position at the market’s own prices alone, outside a sandbox', () => {
  expect(maySeeAt('real', 'simulated', false)).toBe(false)
  expect(maySeeAt('real', 'replay', false)).toBe(false)
  expect(maySeeAt('real', 'live', false)).toBe(true)
  expect(maySeeAt('real', 'delayed', false)).toBe(true)
  expect(maySeeAt('demo', 'simulated', false)).toBe(true)
  expect(maySeeAt('real', 'simulated', true)).toBe(true)
})
