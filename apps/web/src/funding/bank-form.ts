import { readCardNumber } from '@candor/rules'
import type { Check } from '../forms/account-problems.ts'

export type BankField = 'bank' | 'branch' | 'accountName' | 'cardNumber'

const filled =
  (key: 'bank.problem.bank' | 'bank.problem.branch' | 'bank.problem.accountName'): Check =>
  (text) =>
    text.trim() === '' ? { key } : null

/** The same rule as the server's finds a slip before anything is sent. */
const checkNumber: Check = (text) => {
  if (text.trim() === '') return { key: 'bank.problem.number' }
  return readCardNumber(text) === null ? { key: 'bank.problem.numberWrong' } : null
}

export const bankChecks = {
  bank: filled('bank.problem.bank'),
  branch: filled('bank.problem.branch'),
  accountName: filled('bank.problem.accountName'),
  cardNumber: checkNumber,
} as const satisfies Partial<Record<BankField, Check>>
