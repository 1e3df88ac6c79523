import { expect, test } from 'vitest'
import { messageFaults } from './commit-messages.ts'

const faultsOf = (message: string) => messageFaults([{ hash: '0123456789', message }])

test('a commit says its topic in a short subject, and why in its body', () => {
  expect(
    faultsOf('funding: hold the fee with the amount\n\nA refused withdrawal returned it twice.'),
  ).toEqual([])
  expect(faultsOf('packages/rules, orders: one margin\n\nTwo formulas disagreed.')).toEqual([])
})

test.each([
  ['funding: hold the fee', 'there is no body that says why'],
  ['funding: hold the fee\nwith the amount\n\nwhy', 'there is no body that says why'],
  ['Hold the fee\n\nBecause it was returned twice.', 'the subject does not begin with its topic'],
  [`funding: ${'x'.repeat(70)}\n\nBecause.`, 'the subject has 79 characters'],
])('%j is refused', (message, fault) => {
  expect(faultsOf(message)).toEqual([`012345678 ${message.split('\n')[0]}: ${fault}`])
})
