import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { Visitor } from '../../platform/http/caller.ts'
import { openLimits } from '../../platform/limits/limit-rules.ts'
import { MessageDays } from '../../platform/limits/message-days.ts'
import { ProofOfWork } from '../../platform/limits/proof-of-work.ts'
import { Users } from '../accounts-store.ts'
import { addTestUser } from '../test-user.ts'
import type { CodeAdmission, RequestedCode } from './code-admission.ts'
import { type CodeMessage, CodeSender } from './code-sender.ts'
import { Codes, type NewCode } from './codes-store.ts'
import { payoutCodes } from './payout-codes.ts'
import { type CodeRequest, sendCode } from './send-code.ts'
import { sendSmsCode } from './send-sms-code.ts'

const visitor: Visitor = {
  ...{ userId: null, mode: 'demo', address: '192.0.2.7', language: 'de', device: '-', deviceMark: null },
}
const ana = {
  ...{ id: randomUUID(), email: 'Ana@candor.example', email_key: 'ana@candor.example', language: 'fr' },
  ...{ phone: '+4915123456789', phone_proven_at: new Date(0) },
}
const ben = {
  ...{ id: randomUUID(), email: 'ben@candor.example', email_key: 'ben@candor.example', language: 'fr' },
  ...{ phone: '+4915123456780', phone_proven_at: null },
}
const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  for (const { id, ...columns } of [ana, ben]) {
    await addTestUser(db, id, new Date(clock.now()))
    await db.query.updateTable('accounts_users').set(columns).where('id', '=', id).execute()
  }
})
afterAll(() => db.dispose())

interface Sent {
  readonly admitted: RequestedCode | undefined
  readonly wanted: NewCode
  readonly message: CodeMessage | null
}

/** A sender that writes down each code in `sent`, with the request that was admitted for it, and then sends it. */
class RecordedSender extends CodeSender {
  readonly sent: Sent[] = []
  private readonly requests = new Map<CodeAdmission, RequestedCode>()

  override async admit(request: RequestedCode): Promise<CodeAdmission> {
    const admission = await super.admit(request)
    this.requests.set(admission, request)
    return admission
  }

  override send(admission: CodeAdmission, wanted: NewCode, message: CodeMessage | null) {
    this.sent.push({ admitted: this.requests.get(admission), wanted, message })
    return super.send(admission, wanted, message)
  }
}

/** Ways of sending a code, whose limits are never reached, and `sent`, which gets what leaves. */
function contextOf(sendsSms = true) {
  const store = { db, clock }
  const days = new MessageDays(
    store,
    async () => 1_000,
    async () => undefined,
  )
  const codes = new Codes(db, clock, Buffer.alloc(32, 1))
  const messenger = { send: async () => undefined }
  const codeSender = new RecordedSender({
    codes,
    messages: { messenger, sms: sendsSms ? messenger : null },
    limits: openLimits(store, async () => '1000', true),
    work: new ProofOfWork({ ...store, days, secret: 'a secret', sandbox: true }),
    messageDays: days,
  })
  const context = {
    ...{ codes, codeSender, users: new Users(db) },
    payouts: {
      named: ({ place }: { readonly place: string }) => ({
        binding: `bound to ${place}`,
        wordsFor: async (userId: string, language: string) =>
          place === 'another’s card' ? null : { amount: '5 USDT', place: `${place}, ${userId}, ${language}` },
      }),
      removeAddress: async () => undefined,
      removeCard: async () => undefined,
    },
  }
  return { context, sent: codeSender.sent }
}

async function mailed(request: Partial<CodeRequest> & Pick<CodeRequest, 'purpose'>) {
  const { context, sent } = contextOf()
  const email = 'ANA@candor.example'
  expect(await sendCode(context, { email, ...request }, visitor)).toEqual({ expiresIn: 600 })
  return sent[0] as Sent
}
const stranger = 'nobody@candor.example'
const namedFor = (place: string) => ({ coin: 'USDT', amount: '5', place }) as const

test('who registers an address that has an account learns it by mail alone, in the language of its owner', async () => {
  expect((await mailed({ purpose: 'register' })).message).toEqual({
    ...{ to: ana.email, kind: 'register-known', language: 'fr', values: {}, showsCode: false },
    ...{ subject: 'mail.known.subject', text: 'mail.known.text' },
  })
  expect(await mailed({ purpose: 'register', email: stranger, work: 'a solution' })).toEqual({
    admitted: { kind: 'mail', to: stranger, by: visitor, work: 'a solution' },
    wanted: { recipientKey: stranger, purpose: 'register', binding: undefined },
    message: {
      ...{ to: stranger, kind: 'code-register', language: 'de', values: {}, showsCode: true },
      ...{ subject: 'mail.register.subject', text: 'mail.register.text' },
    },
  })
})

test('a code for what only customers can do is mailed to customers alone', async () => {
  expect((await mailed({ purpose: 'forget', email: stranger })).message).toBeNull()
  for (const purpose of ['forget', 'withdrawal', 'security'] as const)
    expect((await mailed({ purpose })).message).toMatchObject({
      ...{ to: ana.email, kind: `code-${purpose}`, language: 'fr', values: {}, showsCode: true },
      ...{ subject: `mail.${purpose}.subject`, text: `mail.${purpose}.text` },
    })
})

test('a code for one withdrawal names it, and none is mailed for money to another customer’s card', async () => {
  const { wanted, message } = await mailed({ purpose: 'withdrawal', withdrawal: namedFor('a card') })
  expect(wanted.binding).toBe('bound to a card')
  expect(message).toMatchObject({
    ...{ kind: 'code-withdrawal', text: 'mail.namedWithdrawal.text', subject: 'mail.withdrawal.subject' },
    values: { amount: '5 USDT', place: `a card, ${ana.id}, fr` },
  })
  const anothers = await mailed({ purpose: 'withdrawal', withdrawal: namedFor('another’s card') })
  expect([anothers.wanted.binding, anothers.message]).toEqual(['bound to another’s card', null])
  const { context } = contextOf()
  const odd = { email: stranger, purpose: 'forget', withdrawal: namedFor('a card') } as const
  await expect(sendCode(context, odd, visitor)).rejects.toMatchObject({
    code: 11001,
    details: { issues: [{ path: 'withdrawal', code: 'purpose' }] },
  })
})

async function texted(number: string, purpose: 'login' | 'register' | 'security') {
  const { context, sent } = contextOf()
  const request = { areaCode: '+49', phone: number, purpose, work: 'a solution' }
  expect(await sendSmsCode(context, request, visitor)).toEqual({ expiresIn: 600 })
  return sent[0] as Sent
}

test('a code to sign in is sent to a proven number alone, in the language of its owner', async () => {
  expect(await texted('15123456789', 'login')).toEqual({
    admitted: { kind: 'sms', to: ana.phone, by: visitor, work: 'a solution' },
    wanted: { recipientKey: ana.phone, purpose: 'login' },
    message: {
      ...{ to: ana.phone, kind: 'sms-login', language: 'fr', subject: null },
      ...{ text: 'mail.sms.code', showsCode: true },
    },
  })
  expect((await texted('15123456780', 'login')).message).toBeNull()
  expect((await texted('15123456781', 'login')).message).toBeNull()
})

test('to sign up or to change, the owner of a proven number gets no code, and anyone else does, in their own language', async () => {
  for (const purpose of ['register', 'security'] as const) {
    expect((await texted('15123456789', purpose)).message).toMatchObject({
      ...{ kind: 'sms-known', language: 'de', text: 'mail.sms.known', showsCode: false },
    })
    for (const number of ['15123456780', '15123456781'])
      expect((await texted(number, purpose)).message).toMatchObject({
        ...{ kind: `sms-${purpose}`, language: 'de', text: 'mail.sms.code', showsCode: true },
      })
  }
  const without = contextOf(false)
  const request = { areaCode: '+49', phone: '15123456789', purpose: 'login' } as const
  await expect(sendSmsCode(without.context, request, visitor)).rejects.toMatchObject({ code: 11014 })
})

test('a code for an address to withdraw to names it, needs no proof of work, and is good for it alone', async () => {
  const { context, sent } = contextOf()
  const caller = {
    userId: ana.id,
    sessionId: 's',
    mode: 'real',
    language: 'de',
    address: '192.0.2.7',
  } as const
  const mail = await payoutCodes(context).admitAddressCode(caller)
  expect(sent).toEqual([])
  await mail({ id: 'an id', address: '0xabc' })
  expect(sent).toEqual([
    {
      admitted: { kind: 'mail', to: ana.email, by: caller, work: 'ownAddress' },
      wanted: { recipientKey: 'address an id', purpose: 'withdrawal' },
      message: {
        ...{ to: ana.email, kind: 'code-address', language: 'fr', showsCode: true },
        ...{ subject: 'mail.address.subject', text: 'mail.address.text', values: { address: '0xabc' } },
      },
    },
  ])
})
