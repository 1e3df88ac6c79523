import { expect, it } from 'vitest'
import { accountName, readAccounts } from './one-click-setting.ts'

it('I15.8l: the accounts with one-click trading are named by customer, demo and real apart', () => {
  const user = { id: 'ada' } as NonNullable<Parameters<typeof accountName>[0]['user']>
  expect(accountName({ user, mode: 'demo' })).toBe('ada demo')
  expect(accountName({ user, mode: 'real' })).toBe('ada real')
  expect(accountName({ user: null, mode: 'demo' })).toBeNull()
  expect(readAccounts('["ada demo"]')).toEqual(['ada demo'])
  // What is no list of accounts turns nothing on.
  for (const text of [null, '', 'true', '{"ada":1}', '[1]']) expect(readAccounts(text)).toEqual([])
})
