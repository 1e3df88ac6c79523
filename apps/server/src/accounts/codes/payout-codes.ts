import type { Language } from '@candor/contract'
import type { Kysely } from 'kysely'
import type { Schema } from '../../platform/database/schema.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { compared } from '../registration/identity-keys.ts'
import type { CodesContext } from './code-sender.ts'
import type { SentCodes } from './codes-store.ts'

export interface WithdrawalCode {
  readonly code: string
  /** Binding of a code that is valid for one withdrawal alone. */
  readonly binding: string
}

export type MailAddressCode = (to: { readonly id: string; readonly address: string }) => Promise<void>

/** Codes by e-mail that protect outgoing money: one confirms a withdrawal, one a new address. */
export interface PayoutCodes {
  /** Checks the code mailed for this withdrawal, or for any; each call costs an attempt. */
  withdrawalCode(userId: string, given: WithdrawalCode): Promise<boolean>
  /** Uses the code up with the withdrawal; false: used already. */
  useWithdrawalCode(db: Kysely<Schema>, userId: string, given: WithdrawalCode): Promise<boolean>
  /** Admits a mail to the customer. Returns what mails a code that confirms one address alone. Too many mails: `tooManyRequests`. */
  admitAddressCode(caller: Caller): Promise<MailAddressCode>
  /** True once for the right code. */
  redeemAddressCode(addressId: string, code: string): Promise<boolean>
}

const keyOf = (addressId: string) => `address ${addressId}`

export const payoutCodes = (context: CodesContext & { readonly codes: SentCodes }): PayoutCodes => {
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
    admitAddressCode: async (caller) => {
      const { email, language } = await context.users.byId(caller.userId)
      const work = 'ownAddress'
      const admission = await context.codeSender.admit({ kind: 'mail', to: email, by: caller, work })
      return async ({ id, address }) => {
        const wanted = { recipientKey: keyOf(id), purpose: 'withdrawal' } as const
        await context.codeSender.send(admission, wanted, {
          to: email,
          kind: 'code-address',
          language: language as Language,
          subject: 'mail.address.subject',
          text: 'mail.address.text',
          values: { address },
          showsCode: true,
        })
      }
    },
    redeemAddressCode: (addressId, code) => context.codes.redeem(keyOf(addressId), 'withdrawal', code),
  }
}
