import { calls, type ListedOrder } from '@candor/contract'
import { expect, it } from 'vitest'
import { FileInPieces } from '../../platform/http/handlers.ts'
import { withOrderFile } from './order-file.ts'

it('the file of all orders has every page, however many there are', async () => {
  const last = 400
  const pages = {
    listAllOrders: async ({ cursor }: { readonly cursor?: string }) => {
      const page = Number(cursor ?? 1)
      return {
        items: [{ id: `order-${page}`, amount: String(page) } as unknown as ListedOrder],
        nextCursor: page < last ? String(page + 1) : null,
        totals: null,
      }
    },
  }
  const { listAllOrders } = withOrderFile(pages as never)
  const caller = { userId: 'u', sessionId: 's', mode: 'demo', language: 'en' } as const
  const file = await listAllOrders?.(calls.listAllOrders.input.parse({ format: 'csv' }), caller, null)
  if (!(file instanceof FileInPieces)) throw new Error('a file was expected')
  const pieces: string[] = []
  for await (const piece of file.pieces) pieces.push(String(piece))
  const lines = pieces.join('').trim().split('\r\n')
  expect(lines).toHaveLength(1 + last)
  expect(lines.at(-1)).toContain('order-400')
})
