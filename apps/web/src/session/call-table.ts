import type { CallName } from '@candor/contract'

type Row = readonly [method: 'GET' | 'POST', path: string, money?: 'money']

const login = '/swx/customer/login'
const index = '/swx/customer/index'
const orders = '/swx/customer/order'
const own = '/swx/customer/user'

/**
 * Method and path of every call: what the browser needs of the contract without its schemas. `call-table.test.ts`
 * holds each row against the contract.
 */
export const callTable = {
  checkUserNameOrPhone: ['GET', `${login}/checkUserNameOrPhone`],
  sendCode: ['POST', `${login}/sendCode`],
  register: ['POST', `${login}/register`],
  login: ['POST', `${login}/login`],
  forget: ['POST', `${login}/forget`],
  logout: ['POST', `${login}/logout`],
  sessions: ['GET', `${login}/sessions`],
  revokeSession: ['POST', `${login}/revokeSession`],
  totpStart: ['POST', `${login}/totp/start`],
  totpConfirm: ['POST', `${login}/totp/confirm`],
  totpDisable: ['POST', `${login}/totp/disable`],
  getUserInfo: ['POST', `${own}/getUserInfo`],
  repassword: ['POST', `${own}/repassword`],
  statementTotals: ['GET', `${own}/statementTotals`],
  quoteConvert: ['GET', `${own}/quoteConvert`],
  convert: ['POST', `${own}/convert`, 'money'],
  listConvert: ['GET', `${own}/listConvert`],
  updateBankInfo: ['POST', `${own}/updateBankInfo`],
  listBankInfo: ['GET', `${own}/listBankInfo`],
  removeBankInfo: ['POST', `${own}/removeBankInfo`],
  resetDemo: ['POST', `${own}/resetDemo`, 'money'],
  settings: ['GET', `${own}/settings`],
  saveSettings: ['POST', `${own}/settings`],
  statement: ['GET', `${own}/statement`],
  equityHistory: ['GET', `${own}/equityHistory`],
  listMarketByType: ['GET', `${index}/listMarketByType`],
  getMarketInfo: ['GET', `${index}/getMarketInfo/{id}`],
  getKValueByCodeAndDate: ['GET', `${index}/getKValueByCodeAndDate`],
  getParamByKey: ['GET', `${index}/getParamByKey/{key}`],
  statistics: ['GET', `${index}/statistics`],
  listWatchlist: ['GET', `${own}/listWatchlist`],
  watchlist: ['POST', `${own}/watchlist`],
  previewContract: ['POST', `${orders}/previewContract`],
  buyContract: ['POST', `${orders}/buyContract`, 'money'],
  editContract: ['POST', `${orders}/editContract`, 'money'],
  closeContract: ['POST', `${orders}/closeContract`, 'money'],
  closeAllContracts: ['POST', `${orders}/closeAllContracts`, 'money'],
  reverseContract: ['POST', `${orders}/reverseContract`, 'money'],
  cancelContract: ['POST', `${orders}/cancelContract`, 'money'],
  listContractOrder: ['GET', `${orders}/listContractOrder`],
  getContractOrderById: ['GET', `${orders}/getContractOrderById/{id}`],
  previewOptions: ['POST', `${orders}/previewOptions`],
  buyOptions: ['POST', `${orders}/buyOptions`, 'money'],
  getOptionsOrderById: ['GET', `${orders}/getOptionsOrderById/{id}`],
  listOptionsOrder: ['GET', `${orders}/listOptionsOrder`],
  listSmartProducts: ['GET', `${orders}/listSmartProducts`],
  buySmart: ['POST', `${orders}/buySmart`, 'money'],
  exitSmart: ['POST', `${orders}/exitSmart`, 'money'],
  listSmartOrder: ['GET', `${orders}/listSmartOrder`],
  listAllOrders: ['GET', `${orders}/listAllOrders`],
  tradeStatistics: ['GET', `${orders}/tradeStatistics`],
  getReceipt: ['GET', `${orders}/getReceipt/{orderId}`],
  publicReceipt: ['GET', `${index}/publicReceipt/{id}`],
  notifications: ['GET', `${own}/notifications`],
  readNotifications: ['POST', `${own}/notifications/read`],
  listAlert: ['GET', `${own}/listAlert`],
  addAlert: ['POST', `${own}/addAlert`],
  removeAlert: ['POST', `${own}/removeAlert`],
  limits: ['GET', `${own}/limits`],
  saveLimits: ['POST', `${own}/limits`],
  getDepositAddress: ['GET', `${own}/getDepositAddress`],
  recharge: ['POST', `${own}/recharge`, 'money'],
  listRecharge: ['GET', `${own}/listRecharge`],
  understanding: ['GET', `${own}/understanding`],
  getIdentification: ['GET', `${own}/identification`],
  saveIdentification: ['POST', `${own}/identification/draft`],
  identification: ['POST', `${own}/identification`],
  listLoanProducts: ['GET', `${own}/listLoanProducts`],
  loanLimit: ['GET', `${own}/loanLimit`],
  previewLoan: ['POST', `${own}/previewLoan`],
  loan: ['POST', `${own}/loan`, 'money'],
  repayLoan: ['POST', `${own}/repayLoan`, 'money'],
  listLoanRecord: ['GET', `${own}/listLoanRecord`],
  getLoan: ['GET', `${own}/loan/{id}`],
  loanAgreement: ['GET', `${own}/loan/{id}/agreement`],
  upload: ['POST', `${own}/upload`],
  answerUnderstanding: ['POST', `${own}/understanding`],
} as const satisfies Record<CallName, Row>

type Table = typeof callTable
/** The calls that move or promise money: each needs a key of its intent. */
export type MoneyCallName = {
  [N in CallName]: Table[N] extends readonly [string, string, 'money'] ? N : never
}[CallName]
