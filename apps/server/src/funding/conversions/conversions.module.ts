import type { bankCalls, conversionCalls } from '@candor/contract'
import { assetCodes } from '@candor/money'
import { house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { HandlersOf } from '../../platform/http/handlers.ts'
import { fundConversion } from '../../platform/jobs/fund-sandbox.ts'
import type { BankDeps } from '../bank-cards/bank-cards.ts'
import type { ConversionDeps } from './conversion-deps.ts'
import { bankHandlers, conversionHandlers } from './conversion-routes.ts'

export type ConversionsPorts = Pick<ConversionDeps, 'board' | 'customerOf' | 'journal' | 'quotes'> &
  Pick<BankDeps, 'keys' | 'notifyOfNewPlace' | 'proveSecondFactor'>

/** Coins turned into one another, and the bank cards customers are paid out to. */
export const conversionsModule = defineModule({
  name: 'conversions',
  accounts: assetCodes.flatMap((asset) =>
    (['conversion', 'fee-revenue', 'world'] as const).map((name) => ({ class: name, owner: house, asset })),
  ),
  open: async (context: ServerContext, ports: ConversionsPorts) => {
    if (context.sandbox) await fundConversion(context.ledger)
    const deps = { ...context, ...ports }
    return {
      handlers: { ...conversionHandlers(deps), ...bankHandlers(deps) } satisfies HandlersOf<
        typeof conversionCalls & typeof bankCalls
      >,
    }
  },
})
