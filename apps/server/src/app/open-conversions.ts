import { assetCodes } from '@candor/money'
import { installationSecret } from '../accounts/secrets-store.ts'
import type { BankDeps } from '../funding/bank-cards.ts'
import type { ConversionDeps } from '../funding/conversion-deps.ts'
import { bankHandlers, conversionHandlers } from '../funding/conversion-routes.ts'
import { house, type Ledger } from '../ledger/ledger.ts'
import { journalQuotes } from '../market-data/quote-journal.ts'
import { SignedTexts } from '../platform/http/signed-text.ts'
import { fundConversion } from '../platform/jobs/fund-sandbox.ts'
import type { Secrets } from '../platform/keys/secrets.ts'

export type ConversionParts = Omit<ConversionDeps, 'journal' | 'quotes'> &
  Omit<BankDeps, 'db' | 'clock' | 'newId'> & { readonly sandbox: boolean; readonly secrets: Secrets }

/** Coins turned into one another, and the bank cards customers are paid out to. */
export async function openConversions(parts: ConversionParts) {
  await openHouse(parts.ledger)
  if (parts.sandbox) await fundConversion(parts.ledger)
  // Kept with the installation: a quote one process gave is honoured by every other.
  const quotes = new SignedTexts(await installationSecret(parts.db.query, parts.secrets, 'conversion-quotes'))
  return {
    handlers: { ...conversionHandlers({ ...parts, journal: journalQuotes, quotes }), ...bankHandlers(parts) },
  }
}

/** Opens the operator's accounts for conversions and their fees, in every coin. */
const openHouse = (ledger: Ledger): Promise<void> =>
  ledger.open(
    assetCodes.flatMap((asset) =>
      (['conversion', 'fee-revenue', 'world'] as const).map((name) => ({ class: name, owner: house, asset })),
    ),
  )
