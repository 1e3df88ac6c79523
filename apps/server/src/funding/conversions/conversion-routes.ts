import type { Handlers } from '../../platform/http/handlers.ts'
import { keyed } from '../../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../../platform/http/pages.ts'
import { type BankDeps, bindBankCard, listBankCards, unbindBankCard } from '../bank-cards/bank-cards.ts'
import type { ConversionDeps } from './conversion-deps.ts'
import { quoteConversion } from './conversion-quote.ts'
import { listConversions, toConversionResponse } from './conversion-store.ts'
import { convert } from './convert.ts'

/** The calls of conversions. */
export const conversionHandlers = (deps: ConversionDeps) =>
  ({
    quoteConvert: (input, caller) => quoteConversion(deps, input, caller.userId),
    convert: (input, caller, idempotency) => convert(deps, input, caller, keyed(idempotency)),
    listConvert: async (input, caller) => {
      // Conversions are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listConversions(deps.db.query, caller.userId, before, limit),
      )
      return { items: rows.map(toConversionResponse), nextCursor }
    },
  }) satisfies Handlers

/** The calls of bank cards. */
export const bankHandlers = (deps: BankDeps) =>
  ({
    updateBankInfo: (input, caller) => bindBankCard(deps, input, caller),
    listBankInfo: (_, caller) => listBankCards(deps, caller.userId),
    removeBankInfo: async (input, caller) => {
      await unbindBankCard(deps, input, caller)
      return {}
    },
  }) satisfies Handlers
