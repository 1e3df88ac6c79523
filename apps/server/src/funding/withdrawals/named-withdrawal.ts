import type { Language } from '@candor/contract'
import { Amount, type AssetCode } from '@candor/money'
import { coinOfNetwork, fundingNetworks, maskedCardNumber } from '@candor/rules'
import type { Database } from '../../platform/database/database.ts'
import { amountText } from '../../platform/email/write-letter.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { isUuid } from '../../platform/uuid.ts'
import { readPayoutAddress } from '../chain/address.ts'

/** A withdrawal as named by a request for its code: `place` is an address, or the id of a bank card. */
export interface NamedWithdrawalInput {
  readonly coin: AssetCode
  readonly amount: string
  readonly place: string
}

/** A withdrawal that a code can be made for, and for no other. */
export interface NamedWithdrawal {
  /** Text that the code is bound to; equal withdrawals have the same one, however they were written. */
  readonly binding: string
  /** Returns its amount and destination in the customer's words; null: the destination is not theirs. */
  readonly wordsFor: (
    userId: string,
    language: Language,
  ) => Promise<{ readonly amount: string; readonly place: string } | null>
}

/** Builds the binding of a code to a withdrawal: the amount in the coin's smallest unit, and its place in canonical form. */
export const withdrawalBinding = ({ asset, minor }: Amount, place: string): string =>
  `${asset} ${minor} ${place}`

/**
 * Reads the withdrawal that a code is requested for. Refuses `amountInvalid` for an amount and `payoutAddressMissing` for a place that
 * cannot be, for any caller.
 */
export function nameWithdrawal(
  { db, sandbox }: { readonly db: Database; readonly sandbox: boolean },
  { coin, amount: text, place: given }: NamedWithdrawalInput,
): NamedWithdrawal {
  const amount = Amount.parse(coin, text)
  if (amount === null) throw new Refusal('amountInvalid')
  const place = isUuid(given) ? given.toLowerCase() : addressOf(sandbox, coin, given)
  if (place === null) throw new Refusal('payoutAddressMissing')
  return {
    binding: withdrawalBinding(amount, place),
    wordsFor: async (userId, language) => {
      const named = isUuid(place) ? await cardName(db, userId, place) : place
      return named === null ? null : { amount: amountText(amount.toString(), coin, language), place: named }
    },
  }
}

function addressOf(sandbox: boolean, coin: AssetCode, text: string): string | null {
  for (const network of fundingNetworks) {
    const address = coinOfNetwork(network) === coin ? readPayoutAddress(sandbox, network, text) : null
    if (address !== null) return address
  }
  return null
}

async function cardName(db: Database, userId: string, id: string): Promise<string | null> {
  const card = await db.query
    .selectFrom('funding_bank_cards')
    .select(['bank', 'number_ending'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return card === undefined ? null : `${card.bank} ${maskedCardNumber(card.number_ending)}`
}
