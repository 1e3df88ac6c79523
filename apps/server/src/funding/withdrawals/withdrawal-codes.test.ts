import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/ledger.ts'
import { createLedger } from '../../ledger/postgres-ledger.ts'
import { resultOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

const dayMs = 86_400_000
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const to = { method: 'coin', coin: 'USDT', network: 'ERC20', address } as const
const card = { bank: 'Sparkasse', branch: 'Mitte', accountName: 'Ana', cardNumber: '4111111111111111' }

let app: TestApp
let ana: Person
let cardId: string
type Person = Awaited<ReturnType<TestApp['signUp']>>

beforeAll(async () => {
  app = await startTestApp()
  ana = await app.signUp()
  await app.call('saveSettings', { language: 'de' }, { token: ana.token })
  const ledger = createLedger(app.db, { now: () => app.now() })
  await ledger.post({
    id: `deposit:${randomUUID()}`,
    reference: null,
    steps: [
      {
        do: 'transfer',
        kind: 'deposit',
        from: { class: 'world', owner: house, asset: 'USDT' },
        to: { class: 'customer', owner: ana.id, asset: 'USDT' },
        minor: 30_000_000_000n,
      },
    ],
  })
  const { id } = (await call('addAddress', { network: 'ERC20', address, label: '' })).result
  const { code } = await app.letter(ana.email, 'code-address')
  expect((await call('confirmAddress', { id, code })).code).toBe(200)
  cardId = (await call('updateBankInfo', card)).result.id
  await app.moveClock(dayMs)
})
afterAll(() => app.dispose())

const call = (name: Parameters<TestApp['call']>[0], input: object) =>
  app.call(name, input, { token: ana.token, mode: 'real' })

/** Asks for a code for this withdrawal, and answers the mail. */
async function mailFor(withdrawal: object | undefined, person = ana) {
  // Mails to one address are slowed: a minute gives another one.
  await app.moveClock(61_000)
  const response = await app.call('sendCode', { email: person.email, purpose: 'withdrawal', withdrawal })
  expect(response.code).toBe(200)
  return app.messages(person.email).findLast(({ kind }) => kind === 'code-withdrawal')
}
const withdraw = async (amount: string, code: string | undefined, change: object = {}) =>
  (await call('withdrawal', { ...to, amount, code, ...change })).code
const place = address.toLowerCase()

test('I12.7: a code requested for a withdrawal is valid only for it, and the email describes it in the customer’s language', async () => {
  const mail = await mailFor({ coin: 'USDT', amount: '1250.5', place })
  for (const part of ['1.250,50 USDT', address, 'nur für diese Auszahlung'])
    expect(mail?.text).toContain(part)
  expect(await withdraw('1250.6', mail?.code)).toBe(11010)
  const toCard = { method: 'bank', bankAccountId: cardId, network: undefined, address: undefined }
  expect(await withdraw('1250.5', mail?.code, toCard)).toBe(11010)
  expect(await withdraw('1250.500000', mail?.code)).toBe(20003)
  expect(await withdraw('1250.5', mail?.code)).toBe(11010)
})

test('I12.7: a card is described by its bank and last digits; another customer’s card is never described', async () => {
  const toCard = { method: 'bank', bankAccountId: cardId, network: undefined, address: undefined }
  const mail = await mailFor({ coin: 'USDT', amount: '100', place: cardId })
  expect(mail?.text).toContain('Sparkasse •••• 1111')
  expect(await withdraw('100', mail?.code)).toBe(11010)
  expect(await withdraw('100', mail?.code, toCard)).toBe(20003)
  const other = await app.signUp()
  expect(await mailFor({ coin: 'USDT', amount: '100', place: cardId }, other)).toBeUndefined()
})

test('I12.7: a code requested without a withdrawal is valid for any, once', async () => {
  const mail = await mailFor(undefined)
  expect(mail?.text).not.toContain(address)
  expect(await withdraw('200', mail?.code)).toBe(20003)
  expect(await withdraw('200', mail?.code)).toBe(11010)
})

test('I12.7: an impossible withdrawal is refused for every caller, and so is another purpose', async () => {
  const sendCode = async (withdrawal: object, purpose = 'withdrawal', email = ana.email) => {
    await app.moveClock(61_000)
    return (await app.call('sendCode', { email, purpose, withdrawal })).code
  }
  const good = { coin: 'USDT', amount: '5', place }
  for (const email of [ana.email, 'nobody@candor.example']) {
    expect(await sendCode({ ...good, place: 'my cousin' }, 'withdrawal', email)).toBe(10021)
    expect(await sendCode({ ...good, amount: '5.0000001' }, 'withdrawal', email)).toBe(10016)
  }
  expect(await sendCode(good, 'security')).toBe(11001)
})

test('I12.7: a new card shows from when it can be used, and waits until then', async () => {
  const { password } = ana
  const made = await call('updateBankInfo', { ...card, cardNumber: '5500005555555559', password })
  const { id, usableAt } = resultOf<{ id: string; usableAt: string }>(made)
  expect(Math.abs(Date.parse(usableAt) - app.now() - dayMs)).toBeLessThan(60_000)
  const { code } = (await mailFor({ coin: 'USDT', amount: '50', place: id })) ?? {}
  const bank = {
    ...to,
    method: 'bank',
    bankAccountId: id,
    network: undefined,
    address: undefined,
    amount: '50',
  }
  const refused = await call('withdrawal', { ...bank, code })
  expect([refused.code, refused.result]).toEqual([11021, { usableAt }])
})
