import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { hearAccount } from './hear-account.ts'

const session = (data: unknown) => ({ type: 'session', seq: 1, at: 0, data }) as const

it('what changed before the account is listened to is loaded again: answers of support, notices, alerts and orders too', async () => {
  const queries = new QueryClient()
  const names = [
    'listSupport',
    'notifications',
    'listAlert',
    'listContractOrder',
    'getUserInfo',
    'listMarketLogos',
  ]
  for (const name of names) queries.setQueryData([name, {}], {})
  const isOld = () => names.map((name) => queries.getQueryState([name, {}])?.isInvalidated)
  await hearAccount(session({ state: 'alive' }), queries)
  expect(isOld()).toEqual(names.map(() => false))
  await hearAccount(session({ state: 'ended' }), queries)
  expect(isOld()).toEqual([false, false, false, false, true, false])
  await hearAccount(session({ state: 'listening', mode: 'demo' }), queries)
  expect(isOld()).toEqual([true, true, true, true, true, false])
})
