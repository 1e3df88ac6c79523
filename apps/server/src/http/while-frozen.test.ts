import { randomUUID } from 'node:crypto'
import { calls, isShutByCountry } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeFreeze } from '../accounts/freezes.ts'
import { startTestApp, type TestApp } from '../app/test-app.ts'
import { claimIdentity, identityForm } from '../app/test-identity.ts'
import { signInOperator } from '../app/test-operators.ts'
import { type Route, routeTable } from './register-calls.ts'

let app: TestApp
let frozen: string
/** Who lives, as their approved identity says, where accounts are closed. */
let resident: string
beforeAll(async () => {
  app = await startTestApp()
  frozen = await newFrozen(true)
  const customer = await app.signUp()
  await verify(customer, { country: 'KP' })
  const { userName: account, password } = customer
  resident = (await app.ask('login', { account, password })).result.token
})
afterAll(() => app.dispose())

/** Their identity is approved by a reviewer: loans ask for it first. */
async function verify(
  { id: userId, token }: { readonly id: string; readonly token: string },
  changes: object = {},
): Promise<void> {
  const reviewer = await signInOperator(app, 'reviewer')
  const handedIn = await app.ask('identification', await identityForm(app, token, changes), {
    token,
    mode: 'real',
  })
  expect(handedIn.code).toBe(20001)
  const { kind, id: caseId, shown } = await claimIdentity(app, reviewer, userId)
  const { shownHash } = shown.result
  expect((await reviewer.ask('opsApprove', { kind, id: caseId, shownHash })).code).toBe(200)
}

/** The token of a new customer whom the operator has frozen. */
async function newFrozen(isVerified = false): Promise<string> {
  const customer = await app.signUp()
  if (isVerified) await verify(customer)
  const { id, userName, password } = customer
  await app.db.transaction((tx) =>
    placeFreeze(tx, {
      id: randomUUID(),
      userId: id,
      reason: 'a test',
      proposedBy: randomUUID(),
      approvedBy: randomUUID(),
      at: new Date(app.now()),
      legalHoldUntil: null,
    }),
  )
  const answer = await app.ask('login', { account: userName, password })
  expect(answer.code).toBe(200)
  return answer.result.token
}

const id = '01890000-0000-7000-8000-000000000000'
const contract = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

/** What each call that is shut would take: its fields are judged first. */
const inputs: Readonly<Record<string, object>> = {
  previewContract: contract,
  buyContract: contract,
  reverseContract: { id },
  previewOptions: { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '10' },
  buyOptions: { code: 'BTCUSDT', direction: 'up', periodSeconds: 60, amount: '10' },
  buySmart: { productId: id, days: 7, amount: '100' },
  enterSavings: { coin: 'USDT', amount: '100' },
  previewLoan: { amount: '100', days: 7 },
  loan: {
    amount: '100',
    days: 7,
    agreementHash: '0'.repeat(64),
    signature: id,
    signedName: 'Ana Lima',
  },
  buyNft: { id, receivingAddress: address },
  addAddress: { network: 'ERC20', address, label: '' },
  confirmAddress: { id },
  removeAddress: { id },
  updateBankInfo: { bank: 'Bank', branch: 'Main', accountName: 'Ana Lima', cardNumber: '4111111111111111' },
  removeBankInfo: { id },
  getDepositAddress: { coin: 'USDT', network: 'ERC20' },
  recharge: { coin: 'USDT', network: 'ERC20', amount: '200', hash: `0x${'1'.repeat(64)}` },
  quoteConvert: { from: 'USDT', to: 'BTC', amount: '100' },
  convert: { from: 'USDT', to: 'BTC', amount: '100', quoteId: 'x' },
  enterInviteCode: { code: 'ABCDEFGH' },
  totpStart: { password: 'x' },
  totpConfirm: { totp: '123456' },
  makeRecoveryCodes: { password: 'x' },
  totpDisable: { password: 'x', totp: '123456' },
  newPasskeyStart: { password: 'x' },
  newPasskeyFinish: {
    name: 'x',
    passkey: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'x', attestationObject: 'x' },
    },
  },
  sendEmailCode: { email: 'another@candor.example' },
  saveEmail: { email: 'another@candor.example', code: '123456', password: 'x' },
  savePhone: { areaCode: '+49', phone: '15112345678', code: '123456', password: 'x' },
  removePhone: { password: 'x' },
  makeApiKey: { name: 'x', scope: 'read', addresses: [] },
  saveNoticeChoices: { choices: [{ topic: 'markets', site: true, email: false, push: false }] },
  pushSubscription: {
    endpoint: 'https://push.example/x',
    keys: { p256dh: 'x'.repeat(20), auth: 'x'.repeat(20) },
    device: 'a phone',
  },
  saveLimits: {},
  answerUnderstanding: { leverage: 'a', stopOut: 'a', gap: 'a' },
  closeAccount: { password: 'x', code: '123456' },
  resetDemo: {},
}

/** These end the session that asks, or all others: each has a customer of its own. */
const ending = new Set(['logout', 'freeze', 'revokeOtherSessions', 'repassword'])

const pathFieldsOf = (route: Route) =>
  Object.fromEntries([...calls[route.name].path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, id]))

const customerRoutes = routeTable.filter(({ access }) => access === 'customer')

test('T13: every call of a customer says what holds while they are frozen', () => {
  for (const { name, whileFrozen } of customerRoutes)
    expect([name, ['open', 'shut'].includes(whileFrozen ?? '')]).toEqual([name, true])
  const shut = customerRoutes.filter(({ whileFrozen }) => whileFrozen === 'shut').map(({ name }) => name)
  expect(shut.sort()).toEqual(Object.keys(inputs).sort())
})

for (const route of customerRoutes.filter(({ whileFrozen }) => whileFrozen === 'shut'))
  test(`T13: ${route.name} is shut to a frozen customer (10008)`, async () => {
    const mode = route.name === 'resetDemo' ? 'demo' : 'real'
    const answer = await app.ask(route.name, inputs[route.name], { token: frozen, mode })
    expect([answer.code, answer.text]).toEqual([10008, expect.any(String)])
  })

for (const route of customerRoutes.filter(({ whileFrozen }) => whileFrozen === 'open'))
  test(`T13: ${route.name} is open to a frozen customer`, async () => {
    const token = ending.has(route.name) ? await newFrozen() : frozen
    const answer = await app.ask(route.name, pathFieldsOf(route), { token, mode: 'real' })
    expect(answer.status).toBeLessThan(500)
    expect([401, 10008]).not.toContain(answer.code)
  })

test('I12.12: where a country is closed, what is new is shut with real money and nothing else is: the way out and the demo account stay open', async () => {
  const open: string[] = []
  for (const name of Object.keys(inputs) as Route['name'][]) {
    const input = inputs[name] ?? {}
    const real = await app.ask(name, input, { token: resident, mode: 'real' })
    const refused = JSON.stringify([real.code, real.result]) === '[10015,{"reason":"country","country":"KP"}]'
    expect([name, refused]).toEqual([name, isShutByCountry(name, {})])
    if (!refused) open.push(name)
    const demo = await app.ask(name, input, { token: resident, mode: 'demo' })
    expect([name, demo.result]).not.toEqual([name, { reason: 'country', country: 'KP' }])
  }
  expect(open).toEqual(expect.arrayContaining(['addAddress', 'confirmAddress', 'updateBankInfo']))
  const ask = (name: Route['name'], input: object) => app.ask(name, input, { token: resident, mode: 'real' })
  expect((await ask('editContract', { id, price: '1' })).code).toBe(10015)
  for (const name of ['editContract', 'closeContract', 'cancelContract'] as const)
    expect([name, (await ask(name, { id })).code]).not.toEqual([name, 10015])
})
