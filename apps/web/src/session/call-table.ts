import type { CallName } from '@candor/contract'
import { firstCalls, type MoneyRow, type Row } from './first-calls.ts'

const login = '/swx/customer/login'
const index = '/swx/customer/index'
const orders = '/swx/customer/order'
const own = '/swx/customer/user'

/** Calls whose path ends in their own name, as nearly all do. */
const named = <Name extends string, R>(names: readonly Name[], row: (name: string) => R): Record<Name, R> =>
  Object.fromEntries(names.map((name) => [name, row(name)])) as Record<Name, R>
const under = <Name extends string>(method: Row[0], base: string, names: readonly Name[]) =>
  named(names, (name): Row => [method, `${base}/${name}`])
const moneyUnder = <Name extends string>(base: string, names: readonly Name[]) =>
  named(names, (name): MoneyRow => ['POST', `${base}/${name}`, 'money'])

/**
 * Method and path of every call: what the browser needs of the contract without its schemas. `call-table.test.ts`
 * holds each row against the contract.
 */
export const callTable = {
  ...firstCalls,
  ...under('GET', login, ['checkUserNameOrPhone', 'sessions', 'signInWays', 'termsInForce']),
  ...under('POST', login, [
    'sendCode',
    'register',
    'login',
    'forget',
    'logout',
    'revokeSession',
    'sendSmsCode',
    'loginBySms',
    'loginByGoogle',
    'registerByGoogle',
    'revokeOtherSessions',
    'unfreeze',
  ]),
  ...under('POST', own, [
    'getUserInfo',
    'repassword',
    'updateBankInfo',
    'removeBankInfo',
    'watchlist',
    'addAlert',
    'removeAlert',
    'addAddress',
    'confirmAddress',
    'removeAddress',
    'identification',
    'previewLoan',
    'upload',
    'enterInviteCode',
    'sendSupport',
    'readSupport',
    'freeze',
    'newPasskeyStart',
    'newPasskeyFinish',
    'renamePasskey',
    'removePasskey',
    'savePhone',
    'removePhone',
    'giveConsent',
    'pushSubscription',
    'removePushSubscription',
    'closeAccount',
    'keepAccount',
  ]),
  ...under('GET', own, [
    'listPasskeys',
    'consents',
    'statementTotals',
    'vipStanding',
    'quoteConvert',
    'listConvert',
    'listBankInfo',
    'settings',
    'statement',
    'equityHistory',
    'listWatchlist',
    'notifications',
    'listAlert',
    'limits',
    'getDepositAddress',
    'listRecharge',
    'listWithdrwal',
    'listAddress',
    'understanding',
    'listLoanProducts',
    'loanLimit',
    'listLoanRecord',
    'invites',
    'inviteCommissions',
    'listSupport',
    'noticeChoices',
    'listSavings',
    'closing',
  ]),
  ...moneyUnder(own, [
    'convert',
    'resetDemo',
    'recharge',
    'withdrawal',
    'cancelWithdrawal',
    'loan',
    'repayLoan',
    'buyNft',
    'enterSavings',
    'exitSavings',
  ]),
  ...under('GET', index, [
    'offered',
    'getKValueByCodeAndDate',
    'serviceRecord',
    'tariffs',
    'status',
    'listNft',
    'charityLedger',
  ]),
  ...under('POST', orders, ['previewContract', 'previewOptions']),
  ...moneyUnder(orders, [
    'buyContract',
    'editContract',
    'closeContract',
    'closeAllContracts',
    'reverseContract',
    'cancelContract',
    'buyOptions',
    'buySmart',
    'exitSmart',
  ]),
  ...under('GET', orders, [
    'listContractOrder',
    'listOptionsOrder',
    'listSmartProducts',
    'listSmartOrder',
    'listAllOrders',
    'tradeStatistics',
  ]),
  passkeyStart: ['POST', `${login}/passkey/start`],
  passkeyFinish: ['POST', `${login}/passkey/finish`],
  totpStart: ['POST', `${login}/totp/start`],
  totpConfirm: ['POST', `${login}/totp/confirm`],
  totpDisable: ['POST', `${login}/totp/disable`],
  saveSettings: ['POST', `${own}/settings`],
  getMarketInfo: ['GET', `${index}/getMarketInfo/{id}`],
  getContractOrderById: ['GET', `${orders}/getContractOrderById/{id}`],
  getOptionsOrderById: ['GET', `${orders}/getOptionsOrderById/{id}`],
  getReceipt: ['GET', `${orders}/getReceipt/{orderId}`],
  publicReceipt: ['GET', `${index}/publicReceipt/{id}`],
  readNotifications: ['POST', `${own}/notifications/read`],
  saveLimits: ['POST', `${own}/limits`],
  getIdentification: ['GET', `${own}/identification`],
  saveIdentification: ['POST', `${own}/identification/draft`],
  saveNoticeChoices: ['POST', `${own}/noticeChoices`],
  supportPicture: ['GET', `${own}/supportPicture/{fileId}`],
  getLoan: ['GET', `${own}/loan/{id}`],
  loanAgreement: ['GET', `${own}/loan/{id}/agreement`],
  identification: ['POST', `${own}/identification`],
  upload: ['POST', `${own}/upload`],
  getNftById: ['GET', `${index}/getNftById/{id}`],
  listMyNft: ['GET', `${own}/listNft`],
  nftCertificate: ['GET', `${own}/nftCertificate/{id}`],
  getContentsById: ['GET', `${index}/getContentsById/{id}`],
  vipTiers: ['GET', `${index}/vipTiers`],
  searchContents: ['GET', `${index}/searchContents`],
  ...under('GET', own, ['listApiKeys']),
  ...under('POST', own, ['makeApiKey', 'revokeApiKey']),
  export: ['GET', `${own}/export`],
  liabilities: ['GET', `${index}/liabilities/{date}`],
  liabilityLeaf: ['GET', `${own}/liabilityLeaf/{date}`],
  answerUnderstanding: ['POST', `${own}/understanding`],
} as const satisfies Record<CallName, Row | MoneyRow>

type Table = typeof callTable
/** The calls that move or promise money: each needs a key of its intent. */
export type MoneyCallName = {
  [N in CallName]: Table[N] extends MoneyRow ? N : never
}[CallName]
