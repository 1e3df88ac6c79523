import type { AccountMode, Option } from '@candor/contract'
import { keyed } from '../http/ask.ts'
import type { Caller } from '../http/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import { readPage } from '../http/pages.ts'
import { Refusal } from '../http/refusal.ts'
import { OptionPurchases } from './buy-options.ts'
import { previewOption } from './offer-option.ts'
import { type OptionRow, optionOnWire } from './option-on-wire.ts'
import type { OptionsBoard, OptionsDeps } from './options-deps.ts'
import { findOption, listOptions } from './options-store.ts'

/** The calls of this room. */
export const optionsHandlers = (deps: OptionsDeps) => {
  const purchases = new OptionPurchases(deps)
  return {
    previewOptions: (input, caller) => previewOption(deps, input, caller),
    buyOptions: (input, caller, ask) => purchases.buy(input, caller, keyed(ask)),
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
      return { items: rows.map((row) => optionNow(deps.board, row)), nextCursor }
    },
  } satisfies Handlers
}

async function showOption(
  deps: OptionsDeps,
  id: string,
  caller: Pick<Caller, 'userId'> & { readonly mode: AccountMode },
): Promise<Option> {
  const row = await findOption(deps.db.query, id, caller)
  if (row === null) throw new Refusal(11004)
  return optionNow(deps.board, row)
}

/** The option as it stands, with the newest mid that may decide about it while it runs. */
export function optionNow(board: Pick<OptionsBoard, 'market' | 'latestTradable'>, row: OptionRow): Option {
  const digits = board.market(row.code)?.digits ?? 0
  return optionOnWire(row, board.latestTradable(row.code, row.mode)?.mid ?? null, digits)
}
