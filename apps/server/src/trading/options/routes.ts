import type { AccountMode, Option } from '@candor/contract'
import { type CarriedOutSplit, splitAfter } from '@candor/rules'
import type { Caller } from '../../platform/http/caller.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { keyed } from '../../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { OptionPurchases } from './buy-options.ts'
import { previewOption } from './offer-option.ts'
import { type OptionRow, toOptionResponse } from './option-response.ts'
import type { OptionsBoard, OptionsDeps } from './options-deps.ts'
import { findOption, listOptions } from './options-store.ts'

/** Handlers of this module's calls. */
export const optionsHandlers = (deps: OptionsDeps) => {
  const purchases = new OptionPurchases(deps)
  return {
    previewOptions: (input, caller) => previewOption(deps, input, caller),
    buyOptions: (input, caller, idempotency) => purchases.buy(input, caller, keyed(idempotency)),
    getOptionsOrderById: ({ id }, caller) => showOption(deps, id, caller),
    listOptionsOrder: async (input, caller) => {
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listOptions(deps.db.query, {
          userId: caller.userId,
          mode: caller.mode,
          status: input.status,
          code: input.code,
          before,
          limit,
        }),
      )
      return { items: await optionsNow(deps, rows), nextCursor }
    },
  } satisfies Handlers
}

async function showOption(
  deps: OptionsDeps,
  id: string,
  caller: Pick<Caller, 'userId'> & { readonly mode: AccountMode },
): Promise<Option> {
  const row = await findOption(deps.db.query, id, caller)
  if (row === null) throw new Refusal('notFound')
  const [option] = await optionsNow(deps, [row])
  if (option === undefined) throw new Error('one row is one option')
  return option
}

type ShownBoard = Pick<OptionsBoard, 'market' | 'latestTradable'>

/** Shows options in their present state, with the newest mid that may decide about each while it runs, in the shares it was bought in. */
export async function optionsNow(
  { db, board, splits }: Pick<OptionsDeps, 'db' | 'splits'> & { readonly board: ShownBoard },
  rows: readonly OptionRow[],
): Promise<Option[]> {
  const open = rows.filter(({ status }) => status === 'open')
  const openedFirst = Math.min(...open.map(({ opened_at }) => Number(opened_at)))
  const codes = open.map(({ code }) => code)
  const splitsByCode = codes.length === 0 ? null : await splits(db.query, codes, openedFirst)
  return rows.map((row) => optionNow(board, row, splitsByCode?.get(row.code)))
}

/** One of them, by the splits that are known of its market. */
export function optionNow(
  board: ShownBoard,
  row: OptionRow,
  splits: readonly CarriedOutSplit[] = [],
): Option {
  const lastPrice = board.latestTradable(row.code, row.mode)?.mid ?? null
  const split = splitAfter(Number(row.opened_at), splits)
  return toOptionResponse(row, { lastPrice, split }, board.market(row.code)?.digits ?? 0)
}
