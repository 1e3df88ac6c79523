import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { Messenger } from '../../platform/email/messenger.ts'
import type { Caller, Visitor } from '../../platform/http/caller.ts'
import { recordedBudget } from '../../platform/limits/test-budget.ts'
import { CodeAdmission, type CodeLimits, type RequestedCode } from './code-admission.ts'
import { type CodeMessage, CodeSender } from './code-sender.ts'
import { Codes, type NewCode } from './codes-store.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
let db: TestDatabase
let codes: Codes
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  codes = new Codes(db, clock, Buffer.alloc(32, 1))
})
afterAll(() => db.dispose())

/** Limits that are never reached; `spent` gets the name and key of each budget that is spent. */
function codeLimits(spent: string[] = []): CodeLimits {
  const budget = (name: string) => recordedBudget(name, spent)
  return {
    limits: {
      codesOfAccount: budget('codesOfAccount'),
      codesOfNetwork: budget('codesOfNetwork'),
      codesOfRange: budget('codesOfRange'),
      codes: budget('codes'),
      sms: budget('sms'),
      smsOfRange: budget('smsOfRange'),
    },
    work: { require: async (kind, given) => void spent.push(`work ${kind} ${given}`) },
  }
}

const origin = { mode: 'real', language: 'en', address: '2001:db8:1:2::5' } as const
const visitor: Visitor = { ...origin, userId: null, device: '-', deviceMark: null }
const requested = (changes: Partial<RequestedCode> = {}): RequestedCode => ({
  kind: 'mail',
  to: 'Ana+x@candor.example',
  by: visitor,
  work: undefined,
  ...changes,
})
const admitted = () => CodeAdmission.spendFor(codeLimits(), requested())
const issue = async (wanted: NewCode) => codes.issue(await admitted(), wanted)
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const left = async () => Number((await db.pool.query('SELECT FROM accounts_codes')).rowCount)

test('a code has six digits and is good once, for its recipient and purpose', async () => {
  const wanted = { recipientKey: 'ana', purpose: 'register' } as const
  const code = await issue(wanted)
  expect(code).toMatch(/^\d{6}$/)
  expect(await codes.check('ben', 'register', code)).toBe(false)
  expect(await codes.check('ana', 'forget', code)).toBe(false)
  expect(await codes.redeem('ana', 'register', code)).toBe(true)
  expect(await codes.redeem('ana', 'register', code)).toBe(false)
})

test('a code is good for five attempts and ten minutes, and a new one replaces it', async () => {
  const wanted = { recipientKey: 'ana', purpose: 'security' } as const
  const code = await issue(wanted)
  for (let n = 0; n < 4; n += 1) expect(await codes.check('ana', 'security', wrong(code))).toBe(false)
  expect(await codes.check('ana', 'security', code)).toBe(true)
  expect(await codes.check('ana', 'security', code)).toBe(false)
  const second = await issue(wanted)
  expect(await codes.check('ana', 'security', second)).toBe(true)
  clock.advance(599_999)
  expect(await codes.check('ana', 'security', second)).toBe(true)
  clock.advance(1)
  expect(await codes.check('ana', 'security', second)).toBe(false)
  // Its attempts are the new one's alone.
  const third = await issue(wanted)
  expect(await codes.check('ana', 'security', third)).toBe(true)
  if (third !== second) expect(await codes.redeem('ana', 'security', second)).toBe(false)
})

test('a code for one withdrawal is good for it alone, and one for any is good for each', async () => {
  const wanted = { recipientKey: 'ana', purpose: 'withdrawal', binding: 'to the bank' } as const
  const code = await issue(wanted)
  expect(await codes.check('ana', 'withdrawal', code)).toBe(false)
  expect(await codes.check('ana', 'withdrawal', code, 'to a card')).toBe(false)
  expect(await codes.check('ana', 'withdrawal', code, 'to the bank')).toBe(true)
  expect(await codes.consume(db.query, { ...wanted, code, binding: 'to a card' })).toBe(false)
  expect(await codes.consume(db.query, { ...wanted, code: wrong(code) })).toBe(false)
  expect(await codes.consume(db.query, { ...wanted, code })).toBe(true)
  expect(await codes.consume(db.query, { ...wanted, code })).toBe(false)
  const any = await issue({ recipientKey: 'ana', purpose: 'withdrawal' })
  expect(await codes.check('ana', 'withdrawal', any, 'to a card')).toBe(true)
  expect(await codes.consume(db.query, { ...wanted, code: any })).toBe(true)
})

test('codes of an address that is given up, and those that ran out, are deleted', async () => {
  await db.pool.query('DELETE FROM accounts_codes')
  await issue({ recipientKey: 'ana', purpose: 'register' })
  await issue({ recipientKey: 'ben', purpose: 'register' })
  await db.transaction((tx) => codes.forgetSentTo(tx, []))
  expect(await left()).toBe(2)
  await db.transaction((tx) => codes.forgetSentTo(tx, ['ana', 'cleo']))
  expect(await left()).toBe(1)
  clock.advance(600_000)
  await codes.forgetOld()
  expect(await left()).toBe(1)
  clock.advance(1)
  await codes.forgetOld()
  expect(await left()).toBe(0)
})

test('I12.4: an admission is good for one code, to the recipient whose budget was spent', async () => {
  const admission = await admitted()
  admission.use()
  expect(() => admission.use()).toThrow('a second code was made with one admission')
  // A label of a mailbox is no other recipient.
  expect(() => admission.checkRecipient('ana@candor.example')).not.toThrow()
  expect(() => admission.checkRecipient('ben@candor.example')).toThrow('admitted for another recipient')
})

test('I12.4: a code spends the budgets of its account, network, range and recipient, and needs a proof of work', async () => {
  const spentFor = async (changes: Partial<RequestedCode>) => {
    const spent: string[] = []
    await CodeAdmission.spendFor(codeLimits(spent), requested(changes))
    return spent
  }
  const [network, range] = ['2001:db8:1:2::/64', '2001:db8:1::/48']
  expect(await spentFor({ work: 'a solution' })).toEqual([
    `codesOfNetwork ${network}`,
    `codesOfRange ${range}`,
    'work mail a solution',
    'codes ana@candor.example',
  ])
  const ana: Caller = { ...origin, userId: 'ana', sessionId: 'a session' }
  expect(await spentFor({ kind: 'sms', to: '+491512', by: ana, work: 'ownAddress' })).toEqual([
    'codesOfAccount ana',
    `sms ${network}`,
    `smsOfRange ${range}`,
    'codes +491512',
  ])
})

/** Opens a sender with these messengers; `sent` gets its messages and counts for the alarm. */
function senderOf({ hasSms }: { readonly hasSms: boolean }) {
  const sent: unknown[] = []
  const messengerOf = (by: string): Messenger => ({
    send: async (message) => void sent.push([by, message]),
  })
  const sender = new CodeSender({
    ...codeLimits(),
    codes,
    messages: { messenger: messengerOf('mail'), sms: hasSms ? messengerOf('sms') : null },
    messageDays: { count: async (kind) => void sent.push(`counted ${kind}`) },
  })
  return { sender, sent }
}

const letter: CodeMessage = {
  ...{ to: 'ana@candor.example', kind: 'code-register', language: 'en' },
  ...{ subject: 'mail.register.subject', text: 'mail.register.text', showsCode: true },
}

test('I12.4: a code is mailed with the minutes it is good for, and counted', async () => {
  const { sender, sent } = senderOf({ hasSms: false })
  expect(sender.sendsSms).toBe(false)
  const wanted = { recipientKey: randomUUID(), purpose: 'register' } as const
  expect(await sender.send(await sender.admit(requested()), wanted, letter)).toEqual({ expiresIn: 600 })
  const [[by, message], counted] = sent as [[string, Record<string, string>], string]
  expect([by, counted, message.code]).toEqual(['mail', 'counted mail', expect.stringMatching(/^\d{6}$/)])
  expect(message.subject).not.toBe('')
  expect(message.text).toContain(message.code)
  expect(message.text).toContain('10 minutes')
  expect(await codes.check(wanted.recipientKey, 'register', message.code ?? '')).toBe(true)
})

test('I12.4: without a message the code is made all the same, and a letter about something else hides it', async () => {
  const { sender, sent } = senderOf({ hasSms: true })
  const wanted = { recipientKey: randomUUID(), purpose: 'forget' } as const
  const before = await left()
  expect(await sender.send(await sender.admit(requested()), wanted, null)).toEqual({ expiresIn: 600 })
  expect([await left(), sent]).toEqual([before + 1, []])
  await sender.send(await sender.admit(requested()), wanted, { ...letter, showsCode: false })
  expect(sent[0]).toEqual(['mail', expect.not.objectContaining({ code: expect.anything() })])
})

test('I12.4: a text message has no subject, and cannot be sent where there is no provider', async () => {
  const { sender, sent } = senderOf({ hasSms: true })
  expect(sender.sendsSms).toBe(true)
  const number = '+4915123456789'
  const text = { ...letter, to: number, subject: null, text: 'mail.sms.code' } as const
  const wanted = { recipientKey: number, purpose: 'login' } as const
  const sms = requested({ kind: 'sms', to: number })
  await sender.send(await sender.admit(sms), wanted, text)
  expect(sent).toEqual([['sms', expect.objectContaining({ to: number, subject: '' })], 'counted sms'])
  const without = senderOf({ hasSms: false })
  await expect(without.sender.send(await without.sender.admit(sms), wanted, text)).rejects.toThrow(
    'no text message can be sent',
  )
  expect(without.sent).toEqual([])
})
