import type { ListedOrder } from '@candor/contract'
import { orderFields } from '@candor/rules'
import type { Caller } from '../../../platform/http/caller.ts'
import { csvFile } from '../../../platform/http/files/csv.ts'
import type { Handler, Handlers } from '../../../platform/http/handlers.ts'

type ListOrders = Handler<'listAllOrders'>
type Input = Parameters<ListOrders>[0]

/** Orders written in one turn of the event loop; more would delay other calls. */
const filePage = 300

/** Adds to the list of all orders its form as a file: written in the process that sends it, from pages of the engine wherever that leads. */
export function withOrderFile(handlers: Handlers): Handlers {
  const { listAllOrders } = handlers
  if (listAllOrders === undefined) return handlers
  return {
    ...handlers,
    listAllOrders: async (input, caller, idempotency) =>
      input.format === 'csv'
        ? csvFile(`orders-${caller.mode}.csv`, columns, pagesOf(listAllOrders, input, caller))
        : listAllOrders(input, caller, idempotency),
  }
}

async function* pagesOf(listOrders: ListOrders, input: Input, caller: Caller): AsyncGenerator<string[][]> {
  const { cursor: _whole, ...filters } = input
  let cursor: string | null = null
  for (;;) {
    const place: Pick<Input, 'cursor'> = cursor === null ? {} : { cursor }
    const page = await listOrders({ ...filters, ...place, format: 'json', limit: filePage }, caller, null)
    if (!('items' in page)) throw new Error('a page of orders was expected')
    yield page.items.map(cellsOf)
    cursor = page.nextCursor
    if (cursor === null) return
  }
}

/** The order entity's fields, then what only some kinds have. */
const columns = [
  ...orderFields,
  'amount',
  'periodSeconds',
  'payoutRate',
  'result',
  'refundReason',
  'source',
  'productName',
  'days',
  'dailyYield',
  'split',
  'dividends',
  'splitCash',
  'tags',
] as const

function cellsOf(order: ListedOrder): string[] {
  const fields: Partial<
    Record<(typeof columns)[number], string | number | null | readonly string[] | undefined>
  > = order
  return columns.map((column) => {
    const value = fields[column] ?? ''
    return typeof value === 'object' ? value.join(', ') : String(value)
  })
}
