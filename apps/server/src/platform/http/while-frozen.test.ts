import { isShutByCountry } from '@candor/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { claimIdentity, identityForm } from '../../testing/test-identity.ts'
import { signInOperator } from '../../testing/test-operators.ts'
import { type Route, routeTable } from './route-table.ts'

let app: TestApp
/** A customer whose approved identity says that they live where accounts are closed. */
let resident: string
beforeAll(async () => {
  app = await startTestApp()
  const customer = await app.signUp()
  await verify(customer, { country: 'KP' })
  const { userName: account, password } = customer
  resident = (await app.call('login', { account, password })).result.token
})
afterAll(() => app.dispose())

/** Their identity is approved by a reviewer: loans ask for it first. */
async function verify(
  { id: userId, token }: { readonly id: string; readonly token: string },
  changes: object = {},
): Promise<void> {
  const reviewer = await signInOperator(app, 'reviewer')
  const handedIn = await app.call('identification', await identityForm(app, token, changes), {
    token,
    mode: 'real',
  })
  expect(handedIn.code).toBe(20001)
  const { kind, id: caseId, shown } = await claimIdentity(app, reviewer, userId)
  const { shownHash } = shown.result
  expect((await reviewer.call('opsApprove', { kind, id: caseId, shownHash })).code).toBe(200)
}

const id = '01890000-0000-7000-8000-000000000000'
const contract = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

/** Input that each call that is shut would take: its fields are judged first. */
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

const customerRoutes = routeTable.filter(({ access }) => access === 'customer')

/** That it holds is asserted cell by cell in app/authorisation. */
test('T13: every call of a customer declares its policy while they are frozen', () => {
  for (const { name, whileFrozen } of customerRoutes)
    expect([name, ['open', 'shut'].includes(whileFrozen ?? '')]).toEqual([name, true])
  const shut = customerRoutes.filter(({ whileFrozen }) => whileFrozen === 'shut').map(({ name }) => name)
  expect(shut.sort()).toEqual(Object.keys(inputs).sort())
})

test('I12.12: a closed country shuts new real-money business and nothing else: leaving and the demo account stay open', async () => {
  const open: string[] = []
  for (const name of Object.keys(inputs) as Route['name'][]) {
    const input = inputs[name] ?? {}
    const real = await app.call(name, input, { token: resident, mode: 'real' })
    const refused = JSON.stringify([real.code, real.result]) === '[10015,{"reason":"country","country":"KP"}]'
    expect([name, refused]).toEqual([name, isShutByCountry(name, {})])
    if (!refused) open.push(name)
    const demo = await app.call(name, input, { token: resident, mode: 'demo' })
    expect([name, demo.result]).not.toEqual([name, { reason: 'country', country: 'KP' }])
  }
  expect(open).toEqual(expect.arrayContaining(['addAddress', 'confirmAddress', 'updateBankInfo']))
  const call = (name: Route['name'], input: object) =>
    app.call(name, input, { token: resident, mode: 'real' })
  expect((await call('editContract', { id, price: '1' })).code).toBe(10015)
  for (const name of ['editContract', 'closeContract', 'cancelContract'] as const)
    expect([name, (await call(name, { id })).code]).not.toEqual([name, 10015])
})
