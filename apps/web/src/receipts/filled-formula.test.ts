import { expect, it } from 'vitest'
import { filledFormula } from './filled-formula.ts'
import { readDocument } from './read-document.ts'

const conversion = (numerator: string, denominator: string) => ({
  currency: 'EUR',
  numerator,
  denominator,
  quote: null,
})

it('I15.11b: a calculation is written with its numbers, as far as the receipt states them all', () => {
  const { order, events } = readDocument({
    order: { contractSize: '25', leverage: 20, commissionRate: '0.0001', lots: '0.1', openPrice: '18000' },
    events: [
      {
        number: 1,
        kind: 'open',
        formula: [
          'margin = roundUp(lots × contractSize × openPrice ÷ leverage × conversion)',
          'a rule in words',
        ],
        price: '18000',
        margin: '2587.500000',
        conversion: conversion('23', '20'),
      },
      {
        number: 2,
        kind: 'close',
        formula: ['profit = halfEven((closePrice − openPrice) × lots × contractSize × conversion)'],
        openPrice: '18000',
        price: '18010.5',
        lots: '0.1',
        profit: '26.250000',
        conversion: conversion('1', '1'),
      },
      {
        number: 3,
        kind: 'swap',
        formula: ['swap = halfEven(lots × contractSize × mid × nights)'],
        swap: '-1',
      },
    ],
  })
  const filled = events.map((event) => event.formula.map((formula) => filledFormula(formula, order, event)))
  expect(filled).toEqual([
    ['margin = roundUp(0.1 × 25 × 18000 ÷ 20 × (23 ÷ 20)) = 2587.500000', null],
    ['profit = halfEven((18010.5 − 18000) × 0.1 × 25 × 1) = 26.250000'],
    [null],
  ])
})

it('I15.11d: an option’s calculations are written with its two quotes, and a split with its ratio', () => {
  const quote = { code: 'AAPL', seq: 7, source: 'live', time: 1, receivedAt: 1, bid: '99', ask: '101' }
  const { order, events } = readDocument({
    kind: 'option',
    order: { openPrice: '100' },
    events: [
      {
        number: 1,
        kind: 'open',
        quote,
        formula: ['openPrice = (bid + ask) ÷ 2', 'profitIfWon = halfEven(stake × payoutRate)'],
        price: '100',
        stake: '10.000000',
        payoutRate: '0.75',
        profitIfWon: '7.500000',
      },
      {
        number: 2,
        kind: 'close',
        quote: { ...quote, seq: 9, bid: '10', ask: '11' },
        formula: [
          'closePrice = (bid + ask) ÷ 2 × new ÷ old',
          'won if closePrice > openPrice, lost if closePrice < openPrice, else the stake comes back',
        ],
        split: '10:1',
        openPrice: '100',
        price: '105',
      },
    ],
  })
  const filled = events.map((event) => event.formula.map((formula) => filledFormula(formula, order, event)))
  expect(filled).toEqual([
    ['openPrice = (99 + 101) ÷ 2 = 100', 'profitIfWon = halfEven(10.000000 × 0.75) = 7.500000'],
    [
      'closePrice = (10 + 11) ÷ 2 × 10 ÷ 1 = 105',
      'won if 105 > 100, lost if 105 < 100, else the stake comes back',
    ],
  ])
})
