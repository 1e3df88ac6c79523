import type { AccountMode, Option } from '@candor/contract'
import { type CarriedOutSplit, type Market, splitAfter, type TradableQuote } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { keyed } from '../../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { withTags } from '../orders/tags/order-tags-store.ts'
import { OptionPurchases } from './buy-options.ts'
import { previewOption } from './offer-option.ts'
import type { OptionPurchasePorts } from './option-purchase-ports.ts'
import { type OptionRow, toOptionResponse } from './option-response.ts'
import { findOption, listOptions } from './options-store.ts'
import type { SplitsSince } from './settlement/splits-since.ts'

/** Handlers of this module's calls. */
export const optionsHandlers = (ports: OptionPurchasePorts) => {
  const purchases = new OptionPurchases(ports)
  return {
    previewOptions: (input, caller) => previewOption(ports, input, caller),
    buyOptions: (input, caller, idempotency) => purchases.buy(input, caller, keyed(idempotency)),
    getOptionsOrderById: ({ id }, caller) => showOption(ports, id, caller),
    listOptionsOrder: async (input, caller) => {
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listOptions(ports.db.query, {
          userId: caller.userId,
          mode: caller.mode,
          status: input.status,
          code: input.code,
          before,
          limit,
        }),
      )
      return { items: await optionsNow(ports, rows), nextCursor }
    },
  } satisfies Handlers
}

async function showOption(
  ports: OptionPurchasePorts,
  id: string,
  caller: { readonly userId: string; readonly mode: AccountMode },
): Promise<Option> {
  const row = await findOption(ports.db.query, id, caller)
  if (row === null) throw new Refusal('notFound')
  const [option] = await optionsNow(ports, [row])
  if (option === undefined) throw new Error('one row is one option')
  return option
}

/** Markets and newest quotes that shown options need. */
export interface OptionQuotes {
  market(code: string): Market | null
  latestTradable(code: string, mode: AccountMode): TradableQuote | null
}

/** Data that shows options in their present state. */
export interface ShownOptionsContext {
  readonly db: Database
  readonly board: OptionQuotes
  readonly splits: SplitsSince
}

/** Shows options in their present state, with the newest mid that may decide about each while it runs, in the shares it was bought in. */
export async function optionsNow(
  { db, board, splits }: ShownOptionsContext,
  rows: readonly OptionRow[],
): Promise<Option[]> {
  const open = rows.filter(({ status }) => status === 'open')
  const openedFirst = Math.min(...open.map(({ opened_at }) => Number(opened_at)))
  const codes = open.map(({ code }) => code)
  const splitsByCode = codes.length === 0 ? null : await splits(db.query, codes, openedFirst)
  return withTags(
    db.query,
    rows.map((row) => optionNow(board, row, splitsByCode?.get(row.code))),
  )
}

/** Shows one option, given the splits of its market since it was opened. */
export function optionNow(
  board: OptionQuotes,
  row: OptionRow,
  splits: readonly CarriedOutSplit[] = [],
): Option {
  const lastPrice = board.latestTradable(row.code, row.mode)?.mid ?? null
  const split = splitAfter(Number(row.opened_at), splits)
  return toOptionResponse(row, { lastPrice, split }, board.market(row.code)?.digits ?? 0)
}
