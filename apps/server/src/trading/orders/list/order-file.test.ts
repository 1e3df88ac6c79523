import { calls, type PlanOrder } from '@candor/contract'
import { expect, it } from 'vitest'
import { FileInPieces } from '../../../platform/http/handlers.ts'
import { withOrderFile } from './order-file.ts'

const none = {
  code: null,
  direction: null,
  kind: null,
  lots: null,
  leverage: null,
  margin: null,
  openPrice: null,
  closePrice: null,
  lastPrice: null,
  stopLoss: null,
  takeProfit: null,
  trailing: null,
  closeReason: null,
  closedAt: null,
} as const
const order: PlanOrder = {
  ...none,
  id: 'order',
  orderNo: 'P1',
  type: 'smart',
  fee: '0',
  swap: '0',
  profit: '0',
  status: 'open',
  createdAt: '2026-11-18T12:00:00.000Z',
  openedAt: '2026-11-18T12:00:00.000Z',
  expiresAt: '2026-11-25T12:00:00.000Z',
  mode: 'real',
  productName: 'Harbour',
  amount: '100',
  days: 7,
  dailyYield: '0.001',
}

it('the file of all orders has every page, however many there are', async () => {
  const last = 400
  const { listAllOrders } = withOrderFile({
    listAllOrders: async ({ cursor }) => {
      const page = Number(cursor ?? 1)
      return {
        items: [{ ...order, id: `order-${page}` }],
        nextCursor: page < last ? String(page + 1) : null,
        totals: null,
      }
    },
  })
  const caller = { userId: 'u', sessionId: 's', mode: 'demo', language: 'en', address: '127.0.0.1' } as const
  const file = await listAllOrders?.(calls.listAllOrders.input.parse({ format: 'csv' }), caller, null)
  if (!(file instanceof FileInPieces)) throw new Error('a file was expected')
  const pieces: string[] = []
  for await (const piece of file.pieces) pieces.push(String(piece))
  const lines = pieces.join('').trim().split('\r\n')
  expect(lines).toHaveLength(1 + last)
  expect(lines.at(-1)).toContain('order-400')
})
