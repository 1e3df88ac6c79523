import type { CallName } from '@candor/contract'
import { resultOf, type TestApp } from '../../testing/test-client.ts'
import { ada } from '../../testing/test-identity.ts'
import type { CustomerActor, Thing } from './customers-cast.ts'
import { absentId } from './matrix.ts'

const contract = { code: 'BTCUSDT', direction: 'buy', lots: '0.001', leverage: 2, protected: false }
const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const passkey = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x', attestationObject: 'x' },
}
const loan = { amount: '1000', days: 30, agreementHash: '0'.repeat(64), signedName: 'Ana Lima' }

/** Input of each call in addition to the row it names, so that a request is judged by its caller and not by its form. */
export const inputs: Readonly<Partial<Record<CallName, object>>> = {
  previewContract: contract,
  buyContract: contract,
  previewOptions: { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '10' },
  buyOptions: { code: 'BTCUSDT', direction: 'up', periodSeconds: 3600, amount: '10' },
  editContract: { stopLoss: '1' },
  taxStatement: { year: new Date().getUTCFullYear() },
  buySmart: { productId: 'none', days: 7, amount: '100' },
  enterSavings: { coin: 'USDT', amount: '100' },
  exitSavings: { coin: 'USDT', amount: '100' },
  previewLoan: { amount: '1000', days: 30 },
  loan,
  repayLoan: { amount: '1' },
  buyNft: { receivingAddress: address },
  addAddress: { network: 'ERC20', address, label: '' },
  confirmAddress: { code: '000000' },
  updateBankInfo: { bank: 'Bank', branch: 'Main', accountName: 'Ana Lima', cardNumber: '5555555555554444' },
  getDepositAddress: { coin: 'USDT', network: 'ERC20' },
  recharge: { coin: 'USDT', network: 'ERC20', amount: '200', hashLast6: 'abcdef' },
  quoteConvert: { from: 'USDT', to: 'BTC', amount: '100' },
  convert: { from: 'USDT', to: 'BTC', amount: '100', quoteId: 'x' },
  withdrawal: { method: 'bank', coin: 'USDT', amount: '100', code: '000000' },
  enterInviteCode: { code: 'ABCDEFGH' },
  identification: { ...ada, documentType: 'passport', photoHolding: absentId, signature: absentId },
  proveIdentity: { password: 'a long and plain phrase' },
  renamePasskey: { name: 'another phone' },
  removePasskey: { password: 'a long and plain phrase' },
  newPasskeyFinish: { name: 'x', passkey },
  totpStart: { password: 'x' },
  totpConfirm: { totp: '123456' },
  sendEmailCode: { email: 'another@candor.example' },
  saveEmail: { email: 'another@candor.example', code: '123456' },
  savePhone: { areaCode: '+49', phone: '15112345678', code: '123456' },
  makeApiKey: { name: 'x', scope: 'read' },
  repassword: { oldPassword: 'x', password: 'another long and plain phrase' },
  closeAccount: { password: 'x', code: '123456' },
  saveNoticeChoices: { choices: [{ topic: 'markets', site: true, email: false, push: false }] },
  pushSubscription: {
    endpoint: 'https://push.example/x',
    keys: { p256dh: 'x'.repeat(20), auth: 'x'.repeat(20) },
    device: 'a phone',
  },
  removePushSubscription: { endpoint: 'https://push.example/x' },
  tagOrder: { tags: ['x'] },
  answerUnderstanding: { leverage: 'a', stopOut: 'a', gap: 'a' },
  watchlist: { code: 'BTCUSDT', on: true },
  saveWatchlist: { id: '01890000-0000-7000-8000-000000000001', name: 'x', codes: [] },
  saveChart: {
    code: 'BTCUSDT',
    chart: {
      ...{ interval: '1h', kind: 'candles', scale: 'linear', timeZone: '' },
      ...{ indicators: [], drawings: [], drawingsHidden: false },
    },
  },
  addAlert: { code: 'BTCUSDT', price: '1', side: 'below' },
  giveConsent: { accepted: [] },
  sendSupport: { text: 'hello' },
  liabilityLeaf: { date: 'latest' },
}

/** Proof that only the call's customer can have: without it the row that it names is never looked at. */
export const proofs: Readonly<
  Partial<Record<CallName, (app: TestApp, actor: CustomerActor) => Promise<object>>>
> = {
  withdrawal: async (app, { person: { email } }) => {
    await app.call('sendCode', { email, purpose: 'withdrawal' })
    return { code: app.messages(email).findLast(({ kind }) => kind === 'code-withdrawal')?.code }
  },
  loan: async (app, { headers }) => {
    const { amount, days } = loan
    const preview = await app.call(
      'previewLoan',
      { amount, days },
      { headers: { ...headers, virtually: 'YES' } },
    )
    return preview.code === 200 ? { agreementHash: resultOf<typeof loan>(preview).agreementHash } : {}
  },
}

/** The field of each call that names a row of one customer, and the row it is tried with. */
export const named: Readonly<Partial<Record<CallName, { readonly field: string; readonly thing: Thing }>>> = {
  revokeSession: { field: 'id', thing: 'session' },
  renamePasskey: { field: 'id', thing: 'passkey' },
  removePasskey: { field: 'id', thing: 'passkey' },
  getContractOrderById: { field: 'id', thing: 'position' },
  getReceipt: { field: 'orderId', thing: 'position' },
  receiptAccount: { field: 'orderId', thing: 'position' },
  editContract: { field: 'id', thing: 'position' },
  closeContract: { field: 'id', thing: 'positionToClose' },
  reverseContract: { field: 'id', thing: 'positionToReverse' },
  tagOrder: { field: 'id', thing: 'position' },
  cancelContract: { field: 'id', thing: 'order' },
  getOptionsOrderById: { field: 'id', thing: 'option' },
  exitSmart: { field: 'id', thing: 'plan' },
  getLoan: { field: 'id', thing: 'loan' },
  loanAgreement: { field: 'id', thing: 'loan' },
  repayLoan: { field: 'id', thing: 'loan' },
  loan: { field: 'signature', thing: 'signaturePicture' },
  readNotifications: { field: 'ids', thing: 'notice' },
  removeAlert: { field: 'id', thing: 'alert' },
  removeWatchlist: { field: 'id', thing: 'watchlist' },
  updateBankInfo: { field: 'id', thing: 'card' },
  removeBankInfo: { field: 'id', thing: 'cardToRemove' },
  cancelWithdrawal: { field: 'id', thing: 'withdrawal' },
  withdrawal: { field: 'bankAccountId', thing: 'cardToPay' },
  confirmAddress: { field: 'id', thing: 'address' },
  removeAddress: { field: 'id', thing: 'addressToRemove' },
  revokeApiKey: { field: 'id', thing: 'apiKey' },
  supportPicture: { field: 'fileId', thing: 'sentPicture' },
  sendSupport: { field: 'fileId', thing: 'supportPicture' },
  recharge: { field: 'proof', thing: 'proofPicture' },
  identification: { field: 'photoFront', thing: 'identityPicture' },
  saveIdentification: { field: 'photoFront', thing: 'identityPicture' },
  nftCertificate: { field: 'id', thing: 'artwork' },
}

/** Calls that name a public row: a work on sale, a receipt at its public address. */
export const ofEverybody: readonly CallName[] = ['buyNft', 'getNftById', 'publicReceipt', 'listMyNft']

/** Fields with an id that the caller makes, and the row of another customer with the same: it is another row. */
export const madeByCaller: Readonly<Record<string, Thing>> = {
  'saveWatchlist.id': 'watchlist',
  'sendSupport.once': 'message',
}

/** Pictures of an identity check in addition to the one it is tried with as `named`. */
export const identityPictures = {
  photoFront: 'identityPicture',
  photoBack: 'identityPicture',
  photoHolding: 'identityPicture',
  signature: 'signaturePicture',
} as const satisfies Readonly<Record<string, Thing>>

/** Calls that end the session or make it fresh, or use up what others are tried with: tried last, in this order. */
export const last: readonly CallName[] = [
  'proveIdentity',
  'closeAllContracts',
  'resetDemo',
  'closeAccount',
  'logout',
  'freeze',
]
