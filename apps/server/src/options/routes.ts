import type { AccountMode, Option } from '@candor/contract'
import type { Caller } from '../http/caller.ts'
import type { Handlers, IdempotentAsk } from '../http/handlers.ts'
import { Refusal } from '../http/refusal.ts'
import { buyOption, previewOption } from './buy-option.ts'
import { type OptionRow, optionOnWire } from './option-on-wire.ts'
import type { OptionsBoard, OptionsDeps } from './options-deps.ts'
import { findOption, listOptions } from './options-store.ts'

/** The calls of this room. */
export const optionsHandlers = (deps: OptionsDeps) =>
  ({
    previewOptions: (input, caller) => previewOption(deps, input, caller),
    buyOptions: (input, caller, ask) => buyOption(deps, input, caller, keyed(ask)),
    getOptionsOrderById: ({ id }, caller) => showOption(deps, id, caller),
    listOptionsOrder: async (input, caller) => {
      const rows = await listOptions(deps.db.query, {
        userId: caller.userId,
        mode: caller.mode,
        status: input.status,
        code: input.code,
        before: input.cursor === undefined ? null : sequenceOf(input.cursor),
        // One more than asked for tells whether there is a next page.
        limit: input.limit + 1,
      })
      const page = rows.slice(0, input.limit)
      return {
        items: page.map((row) => optionNow(deps.board, row)),
        nextCursor: rows.length > page.length ? String(page.at(-1)?.sequence) : null,
      }
    },
  }) satisfies Handlers

async function showOption(
  deps: OptionsDeps,
  id: string,
  caller: Pick<Caller, 'userId'> & { readonly mode: AccountMode },
): Promise<Option> {
  const row = await findOption(deps.db.query, id, caller)
  if (row === null) throw new Refusal(11004)
  return optionNow(deps.board, row)
}

/** The option as it stands, with the newest mid while it runs. */
export function optionNow(board: Pick<OptionsBoard, 'market' | 'latest'>, row: OptionRow): Option {
  const digits = board.market(row.code)?.digits ?? 0
  return optionOnWire(row, board.latest(row.code)?.mid ?? null, digits)
}

function keyed(ask: IdempotentAsk | null): IdempotentAsk {
  if (ask === null) throw new Error('this call moves money and must come with a key')
  return ask
}

function sequenceOf(cursor: string): bigint {
  if (/^\d{1,18}$/.test(cursor)) return BigInt(cursor)
  throw new Refusal(11001, { issues: [{ path: 'cursor', code: 'unknown' }] })
}
