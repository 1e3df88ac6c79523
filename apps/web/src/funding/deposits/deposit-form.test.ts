import { expect, test } from 'vitest'
import { balancePlaceOf, depositPath } from '../../shell/balance-paths.ts'
import { type DepositForm, depositProblems, depositRequest, fieldOfDepositRefusal } from './deposit-form.ts'

const tether = { coin: 'USDT', network: 'ERC20', minimum: '120.000000' } as const
const right: DepositForm = { amount: '120', by: 'hash', hash: `0x${'ab'.repeat(32)}`, last6: '', proof: null }
const reasons = (change: Partial<DepositForm>) =>
  depositProblems({ ...right, ...change }, tether).map(({ field, reason }) => `${field} ${reason}`)

test('spec §5: below the minimum, nothing and what is no amount are said at the amount', () => {
  expect(reasons({})).toEqual([])
  expect(reasons({ amount: '119.99' })).toEqual(['amount below'])
  expect(reasons({ amount: ' ' })).toEqual(['amount required'])
  for (const amount of ['x', '-120', '0', '120.0000001'])
    expect(reasons({ amount })).toEqual(['amount notAnAmount'])
})

test('a transaction is named by its whole hash, or by its end and a picture', () => {
  expect(reasons({ hash: 'abc' })).toEqual(['hash wrong'])
  expect(reasons({ by: 'end', last6: 'abc' })).toEqual(['last6 wrong', 'proof missing'])
  expect(reasons({ by: 'end', last6: ' AB12cd ', proof: 'file' })).toEqual([])
  expect(depositRequest({ ...right, by: 'end', last6: 'ab12cd', proof: 'file' }, tether)).toEqual({
    coin: 'USDT',
    network: 'ERC20',
    amount: '120',
    hashLast6: 'ab12cd',
    proof: 'file',
  })
})

test('a refusal stands at its field, and a deposit has an address of its own', () => {
  expect(fieldOfDepositRefusal(11020, right)).toBe('hash')
  expect(fieldOfDepositRefusal(11020, { ...right, by: 'end' })).toBe('last6')
  expect(fieldOfDepositRefusal(10022, right)).toBe('form')
  expect(balancePlaceOf(depositPath('a b').split('?')[1] ?? '')).toEqual({ tab: 'deposits', id: 'a b' })
  expect(balancePlaceOf('tab=nonsense')).toEqual({ tab: 'statement', id: null })
})
