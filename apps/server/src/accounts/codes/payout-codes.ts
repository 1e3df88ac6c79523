import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { spend } from '../../platform/limits/spend.ts'
import { messageText } from '../message-text.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'
import { compared } from '../registration/identity-keys.ts'
import { codeValidSeconds } from './codes-store.ts'

export interface WithdrawalCode {
  readonly code: string
  /** Binding of a code that is valid for one withdrawal alone. */
  readonly binding: string
}

/** Codes by e-mail that protect outgoing money: one confirms a withdrawal, one a new address. */
export interface PayoutCodes {
  /** Checks the code mailed for this withdrawal, or for any; each call costs an attempt. */
  withdrawalCode(userId: string, given: WithdrawalCode): Promise<boolean>
  /** Uses the code up with the withdrawal; false: used already. */
  useWithdrawalCode(db: Kysely<Schema>, userId: string, given: WithdrawalCode): Promise<boolean>
  /** Mails a code that confirms this address alone. Too many mails: `tooManyRequests`. */
  mailAddressCode(userId: string, to: { readonly id: string; readonly address: string }): Promise<void>
  /** True once for the right code. */
  redeemAddressCode(addressId: string, code: string): Promise<boolean>
}

const keyOf = (addressId: string) => `address ${addressId}`

export const payoutCodes = (context: OpenedAccounts): PayoutCodes => {
  const emailKey = async (userId: string, reader?: Kysely<Schema>) =>
    compared((await context.users.byId(userId, reader)).email)
  return {
    withdrawalCode: async (userId, { code, binding }) =>
      context.codes.check(await emailKey(userId), 'withdrawal', code, binding),
    useWithdrawalCode: async (db, userId, { code, binding }) =>
      context.codes.consume(db, {
        recipientKey: await emailKey(userId, db),
        purpose: 'withdrawal',
        code,
        binding,
      }),
    mailAddressCode: async (userId, { id, address }) => {
      const user = await context.users.byId(userId)
      await spend(context.limits.codes, compared(user.email))
      const code = await context.codes.issue(keyOf(id), 'withdrawal')
      const language = user.language as Language
      await context.messages.messenger.send({
        to: user.email,
        kind: 'code-address',
        language,
        subject: messageText(language, 'mail.address.subject'),
        text: messageText(language, 'mail.address.text', { code, address, minutes: codeValidSeconds / 60 }),
        code,
      })
    },
    redeemAddressCode: (addressId, code) => context.codes.redeem(keyOf(addressId), 'withdrawal', code),
  }
}
