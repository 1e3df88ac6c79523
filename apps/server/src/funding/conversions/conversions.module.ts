import { bankCalls, conversionCalls } from '@candor/contract'
import { assetCodes } from '@candor/money'
import { fundConversion } from '../../ledger/fund-sandbox.ts'
import { house } from '../../ledger/ledger.ts'
import { defineModule, type ServerContext } from '../../module.ts'
import type { BankPorts } from '../bank-cards/payout-places.ts'
import type { ConversionPorts } from './conversion-ports.ts'
import { bankHandlers, conversionHandlers } from './conversion-routes.ts'

/** Coins turned into one another, and the bank cards customers are paid out to. */
export const conversionsModule = defineModule({
  name: 'conversions',
  calls: { ...conversionCalls, ...bankCalls },
  export: [
    { call: 'listBankInfo', folder: 'person' },
    { call: 'listConvert', folder: 'real', list: 'plain' },
  ],
  customerTables: {
    funding_conversions: { exported: ['listConvert'], erased: { retained: 'they are in the books' } },
    funding_bank_cards: { exported: ['listBankInfo'], erased: 'words' },
  },
  accounts: assetCodes.flatMap((asset) =>
    (['conversion', 'fee-revenue', 'world'] as const).map((name) => ({ class: name, owner: house, asset })),
  ),
  open: async (context: ServerContext, ports: ConversionPorts & BankPorts) => {
    if (context.sandbox) await fundConversion(context.ledger)
    const opened = { ...context, ...ports }
    return {
      handlers: { ...conversionHandlers(opened), ...bankHandlers(opened) },
    }
  },
})
