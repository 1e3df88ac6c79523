import { statementGroupOf, statementGroups } from '@candor/rules/accounts/statement-groups.ts'
import { expect, test } from 'vitest'
import type { StatementEntry, StatementRequest } from '../../ledger/ledger.ts'
import { findEntries, mostRead, readSize } from './find-entries.ts'

const period = { owner: 'ada', assets: ['USDT'] } as const

/** A ledger of so many entries; every one is a commission except those with these numbers, which are deposits. */
function ledgerOf(count: number, deposits: readonly number[]) {
  const requests: StatementRequest[] = []
  const statement = async (request: StatementRequest): Promise<StatementEntry[]> => {
    requests.push(request)
    const first = request.before === undefined ? count : Number(request.before) - 1
    return Array.from({ length: Math.max(0, Math.min(request.limit, first)) }, (_, at) => ({
      seq: BigInt(first - at),
      posting: `p${first - at}`,
      kind: deposits.includes(first - at) ? 'deposit' : 'contract-commission',
      asset: 'USDT',
      reference: null,
      at: new Date(0),
      signedMinor: 1n,
      balanceAfterMinor: 1n,
    }))
  }
  return { statement, requests }
}

const sequences = (entries: readonly StatementEntry[]) => entries.map(({ seq }) => Number(seq))

test('I15.10c: a page of a group has only its entries, and the pages together have each once', async () => {
  const ledger = ledgerOf(1_200, [1_199, 700, 650, 3])
  const first = await findEntries(ledger, period, { group: 'transfers', limit: 2 })
  expect(sequences(first.entries)).toEqual([1_199, 700])
  expect(first.next).toBe('700')
  const second = await findEntries(ledger, period, { group: 'transfers', limit: 2, cursor: '700' })
  expect(sequences(second.entries)).toEqual([650, 3])
  expect(second.next).toBeNull()
})

test('I15.10c: a rare group reads a bounded number of entries for a page, and goes on from there', async () => {
  const ledger = ledgerOf(5_000, [2_500])
  const first = await findEntries(ledger, period, { group: 'transfers', limit: 50 })
  expect(first).toEqual({ entries: [], next: '3001' })
  expect(ledger.requests.map(({ limit }) => limit)).toEqual([readSize, readSize, readSize, readSize])
  expect(ledger.requests.reduce((sum, { limit }) => sum + limit, 0)).toBe(mostRead)
  const second = await findEntries(ledger, period, { group: 'transfers', limit: 50, cursor: '3001' })
  expect(sequences(second.entries)).toEqual([2_500])
  expect(second.next).toBe('1001')
})

test('without a group a page is one read of its size', async () => {
  const ledger = ledgerOf(10, [])
  expect(await findEntries(ledger, period, { limit: 3 })).toMatchObject({ next: '8' })
  expect(ledger.requests).toEqual([{ ...period, limit: 4 }])
})

test('I15.10c: every group but the last has kinds of its own', () => {
  const kinds = ['contract-loss', 'contract-swap', 'withdrawal', 'conversion-fee', 'savings-exit', 'nft-sale']
  expect(kinds.map(statementGroupOf)).toEqual(statementGroups)
})
