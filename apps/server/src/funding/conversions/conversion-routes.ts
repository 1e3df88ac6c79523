import type { ServerContext } from '../../module.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { keyed } from '../../platform/http/idempotency/idempotency-context.ts'
import { readPage } from '../../platform/http/pages.ts'
import { bindBankCard, listBankCards, unbindBankCard } from '../bank-cards/bank-cards.ts'
import type { BankPorts } from '../bank-cards/payout-places.ts'
import type { ConversionPorts } from './conversion-ports.ts'
import { quoteConversion } from './conversion-quote.ts'
import { listConversions, toConversionResponse } from './conversion-store.ts'
import { convert } from './convert.ts'

/** The calls of conversions. */
export const conversionHandlers = (context: ServerContext & ConversionPorts) =>
  ({
    quoteConvert: (input, caller) => quoteConversion(context, input, caller.userId),
    convert: (input, caller, idempotency) => convert(context, input, caller, keyed(idempotency)),
    listConvert: async (input, caller) => {
      // Conversions are real money only: a demo account has none.
      if (caller.mode === 'demo') return { items: [], nextCursor: null }
      const { rows, nextCursor } = await readPage(input, (before, limit) =>
        listConversions(context.db.query, caller.userId, before, limit),
      )
      return { items: rows.map(toConversionResponse), nextCursor }
    },
  }) satisfies Handlers

/** The calls of bank cards. */
export const bankHandlers = (context: ServerContext & BankPorts) =>
  ({
    updateBankInfo: (input, caller) => bindBankCard(context, input, caller),
    listBankInfo: (_, caller) => listBankCards(context, caller.userId),
    removeBankInfo: async (input, caller) => {
      await unbindBankCard(context, input, caller)
      return {}
    },
  }) satisfies Handlers
