import { expect, test } from 'vitest'
import { type CallRoute, callTableSource } from './call-table-source.ts'

const calls: Readonly<Record<string, CallRoute>> = {
  statistics: { method: 'GET', path: '/swx/customer/index/statistics' },
  status: { method: 'GET', path: '/swx/customer/index/status' },
  loan: { method: 'POST', path: '/swx/customer/user/loan', movesMoney: true },
  getLoan: { method: 'GET', path: '/swx/customer/user/loan/{id}' },
  takeLoan: { method: 'POST', path: '/swx/customer/user/loan/take', movesMoney: true },
}

test('I13.4: the browser’s table of calls has each call of the contract, with its path and whether it moves money', () => {
  const source = callTableSource(calls, ['statistics'])
  expect(source).toContain("  ...under('GET', index, ['status']),\n")
  expect(source).toContain("  ...moneyUnder(own, ['loan']),\n")
  expect(source).toContain("  getLoan: ['GET', `\u0024{own}/loan/{id}`],\n")
  expect(source).toContain("  takeLoan: ['POST', `\u0024{own}/loan/take`, 'money'],\n")
  expect(source).not.toContain("'statistics'")
})

test('I13.4: a path under no known base is refused', () => {
  expect(() => callTableSource({ plain: { method: 'GET', path: '/plain' } }, [])).toThrow(
    'no base for /plain',
  )
})
