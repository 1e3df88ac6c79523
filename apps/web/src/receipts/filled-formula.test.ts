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
