import type { ContractOrder } from '@candor/contract'
import { expect, it } from 'vitest'
import { orderFields, ordersCsv } from './orders-csv.ts'

const order: ContractOrder = {
  id: 'o1',
  orderNo: 'C-1',
  type: 'contracts',
  code: 'BTCUSDT',
  direction: 'sell',
  kind: 'market',
  lots: '0.01',
  leverage: 2,
  margin: '500.000000',
  price: null,
  openPrice: '100000.00',
  closePrice: null,
  lastPrice: '100100.00',
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  fee: '1.000000',
  swap: '0.000000',
  profit: '-1.000000',
  status: 'open',
  closeReason: null,
  createdAt: '2026-11-20T17:00:00.000Z',
  openedAt: '2026-11-20T17:00:00.000Z',
  closedAt: null,
  expiresAt: null,
  mode: 'demo',
  partOf: null,
}

it('writes every field of the order entity, amounts exactly as on the wire', () => {
  const [head, row, rest] = ordersCsv([order]).split('\r\n')
  expect(head?.split(',')).toEqual([...orderFields])
  expect(Object.keys(order).sort()).toEqual([...orderFields].sort())
  expect(row).toBe(
    'o1,C-1,contracts,BTCUSDT,sell,market,0.01,2,500.000000,,100000.00,,100100.00,,,,1.000000,0.000000,-1.000000,open,,2026-11-20T17:00:00.000Z,2026-11-20T17:00:00.000Z,,,demo,',
  )
  expect(rest).toBe('')
})

it('quotes what needs it and never lets a spreadsheet run a cell', () => {
  const row = ordersCsv([{ ...order, orderNo: '=1+1,"x"' }]).split('\r\n')[1]
  expect(row).toContain(`o1,"'=1+1,""x""",contracts`)
})
