import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import { spend } from '../../platform/limits/spend.ts'
import type { AccountsDeps } from '../accounts-deps.ts'
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

export const payoutCodes = (deps: AccountsDeps): PayoutCodes => {
  const emailKey = async (userId: string, reader?: Kysely<Schema>) =>
    compared((await deps.users.byId(userId, reader)).email)
  return {
    withdrawalCode: async (userId, { code, binding }) =>
      deps.codes.check(await emailKey(userId), 'withdrawal', code, binding),
    useWithdrawalCode: async (db, userId, { code, binding }) =>
      deps.codes.consume(db, {
        recipientKey: await emailKey(userId, db),
        purpose: 'withdrawal',
        code,
        binding,
      }),
    mailAddressCode: async (userId, { id, address }) => {
      const user = await deps.users.byId(userId)
      await spend(deps.limits.codes, compared(user.email))
      const code = await deps.codes.issue(keyOf(id), 'withdrawal')
      const language = user.language as Language
      await deps.messenger.send({
        to: user.email,
        kind: 'code-address',
        language,
        subject: deps.text(language, 'mail.address.subject'),
        text: deps.text(language, 'mail.address.text', { code, address, minutes: codeValidSeconds / 60 }),
        code,
      })
    },
    redeemAddressCode: (addressId, code) => deps.codes.redeem(keyOf(addressId), 'withdrawal', code),
  }
}
