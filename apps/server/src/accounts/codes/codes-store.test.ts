import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { freshDatabase, type TestDatabase } from '../../platform/database/temporary/test-database.ts'
import type { Limits } from '../../platform/limits/limit-rules.ts'
import type { MessageDays } from '../../platform/limits/message-days.ts'
import type { ProofOfWork } from '../../platform/limits/proof-of-work.ts'
import { CodeAdmission, type RequestedCode } from './code-admission.ts'
import { type AccountMessages, type CodeMessage, CodeSender } from './code-sender.ts'
import { Codes, type NewCode } from './codes-store.ts'

const clock = new ManualClock(Date.UTC(2026, 0, 5, 12))
let db: TestDatabase
let codes: Codes
beforeAll(async () => {
  db = await freshDatabase({ max: 2 })
  codes = new Codes(db, clock, Buffer.alloc(32, 1))
})
afterAll(() => db.dispose())

/** Budgets that are never used up; `spent` gets the name and key of each that is spent. */
function parts(spent: string[] = []) {
  const budget = (name: string) => ({
    take: async (key: string) => {
      spent.push(`${name} ${key}`)
      return 0
    },
    standing: () => null,
  })
  const names = ['codesOfAccount', 'codesOfNetwork', 'codesOfRange', 'codes', 'sms', 'smsOfRange']
  const limits = Object.fromEntries(names.map((name) => [name, budget(name)])) as unknown as Limits
  const work = {
    require: async (kind: string, given: string | undefined) => void spent.push(`work ${kind} ${given}`),
  } as unknown as ProofOfWork
  return { limits, work }
}

const visitor = { userId: null, address: '2001:db8:1:2::5', language: 'en', device: '-', deviceMark: null }
const requested = (changes: Partial<RequestedCode> = {}) =>
  ({
    kind: 'mail',
    to: 'Ana+x@candor.example',
    by: visitor,
    work: undefined,
    ...changes,
  }) as unknown as RequestedCode
const admitted = () => CodeAdmission.spendFor(parts(), requested())
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
    await CodeAdmission.spendFor(parts(spent), requested(changes))
    return spent
  }
  const [network, range] = ['2001:db8:1:2::/64', '2001:db8:1::/48']
  expect(await spentFor({ work: 'a solution' })).toEqual([
    `codesOfNetwork ${network}`,
    `codesOfRange ${range}`,
    'work mail a solution',
    'codes ana@candor.example',
  ])
  const ana = {
    ...visitor,
    userId: 'ana',
    sessionId: 'a session',
    mode: 'real',
  } as unknown as RequestedCode['by']
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
  const messengerOf = (by: string) => ({ send: async (message: unknown) => void sent.push([by, message]) })
  const messages = {
    messenger: messengerOf('mail'),
    sms: hasSms ? messengerOf('sms') : null,
  } as unknown as AccountMessages
  const messageDays = { count: async (kind: string) => void sent.push(`counted ${kind}`) }
  const sender = new CodeSender({
    ...{ codes, messages, ...parts() },
    messageDays: messageDays as unknown as MessageDays,
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
