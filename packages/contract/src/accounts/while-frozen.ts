import type { CallName, Calls } from '../calls.ts'

/** The calls that need a signed-in customer. */
export type CustomerCallName = {
  [N in CallName]: Calls[N] extends { readonly access: 'customer' } ? N : never
}[CallName]

/** `open`: a customer whom the operator has frozen may make the call. `shut`: it refuses them with `accountFrozen`. */
export type WhileFrozen = 'open' | 'shut'

/**
 * Policy for a customer frozen by the operator (trust T13, ADR-166): they can view everything, end every risk, and take money
 * out to destinations confirmed before. A call that is missing here does not compile.
 */
const policies = {
  // The account and its records.
  getUserInfo: 'open',
  statement: 'open',
  statementTotals: 'open',
  taxStatement: 'open',
  equityHistory: 'open',
  accountWorth: 'open',
  worthHistory: 'open',
  performance: 'open',
  listAllOrders: 'open',
  tradeStatistics: 'open',
  listTags: 'open',
  tagOrder: 'open',
  getReceipt: 'open',
  receiptAccount: 'open',
  export: 'open',
  liabilityLeaf: 'open',
  vipStanding: 'open',
  invites: 'open',
  inviteCommissions: 'open',
  enterInviteCode: 'shut',
  resetDemo: 'shut',

  // Contracts and options: closing, never opening. A stop may be moved; the price of a waiting order may not
  // (`trading/orders/routes.ts`).
  listContractOrder: 'open',
  getContractOrderById: 'open',
  closeContract: 'open',
  closeAllContracts: 'open',
  cancelContract: 'open',
  editContract: 'open',
  previewContract: 'shut',
  buyContract: 'shut',
  reverseContract: 'shut',
  listOptionsOrder: 'open',
  getOptionsOrderById: 'open',
  previewOptions: 'shut',
  buyOptions: 'shut',

  // Plans, savings, loans and artworks: leaving, never entering.
  listSmartOrder: 'open',
  exitSmart: 'open',
  buySmart: 'shut',
  listSavings: 'open',
  exitSavings: 'open',
  enterSavings: 'shut',
  loanLimit: 'open',
  listLoanRecord: 'open',
  getLoan: 'open',
  loanAgreement: 'open',
  repayLoan: 'open',
  previewLoan: 'shut',
  loan: 'shut',
  listMyNft: 'open',
  nftCertificate: 'open',
  buyNft: 'shut',

  // Withdrawals, to destinations confirmed before. Destinations can be neither added nor removed: either could trap the money.
  withdrawal: 'open',
  cancelWithdrawal: 'open',
  listWithdrwal: 'open',
  listAddress: 'open',
  addAddress: 'shut',
  confirmAddress: 'shut',
  removeAddress: 'shut',
  listBankInfo: 'open',
  updateBankInfo: 'shut',
  removeBankInfo: 'shut',
  listRecharge: 'open',
  getDepositAddress: 'shut',
  recharge: 'shut',
  listConvert: 'open',
  quoteConvert: 'shut',
  convert: 'shut',

  // Identity and support: the customer can answer the reason for the freeze.
  getIdentification: 'open',
  saveIdentification: 'open',
  identification: 'open',
  upload: 'open',
  listSupport: 'open',
  sendSupport: 'open',
  readSupport: 'open',
  supportPicture: 'open',

  // Sign-in: ending access stays possible, adding access does not.
  proveIdentity: 'open',
  logout: 'open',
  sessions: 'open',
  revokeSession: 'open',
  revokeOtherSessions: 'open',
  repassword: 'open',
  freeze: 'open',
  totpStart: 'shut',
  totpConfirm: 'shut',
  totpDisable: 'shut',
  recoveryCodes: 'open',
  makeRecoveryCodes: 'shut',
  listPasskeys: 'open',
  removePasskey: 'open',
  renamePasskey: 'open',
  newPasskeyStart: 'shut',
  newPasskeyFinish: 'shut',
  sendEmailCode: 'shut',
  saveEmail: 'shut',
  savePhone: 'shut',
  removePhone: 'shut',
  listApiKeys: 'open',
  revokeApiKey: 'open',
  makeApiKey: 'shut',

  // Preferences and notices.
  settings: 'open',
  saveSettings: 'open',
  consents: 'open',
  giveConsent: 'open',
  listWatchlist: 'open',
  watchlist: 'open',
  listWatchlists: 'open',
  saveWatchlist: 'open',
  removeWatchlist: 'open',
  listCharts: 'open',
  saveChart: 'open',
  notifications: 'open',
  readNotifications: 'open',
  listAlert: 'open',
  addAlert: 'open',
  removeAlert: 'open',
  noticeChoices: 'open',
  saveNoticeChoices: 'shut',
  pushSubscription: 'shut',
  removePushSubscription: 'open',
  limits: 'open',
  saveLimits: 'shut',
  understanding: 'open',
  answerUnderstanding: 'shut',

  // Erasure waits for the end of the freeze; cancelling it does not.
  closing: 'open',
  keepAccount: 'open',
  closeAccount: 'shut',
} as const satisfies Readonly<Record<CustomerCallName, WhileFrozen>>

/** The calls that are shut. */
export type ShutWhileFrozen = {
  [N in CustomerCallName]: (typeof policies)[N] extends 'shut' ? N : never
}[CustomerCallName]

export const whileFrozenOf = (name: CustomerCallName): WhileFrozen => policies[name]

export const isCustomerCall = (name: CallName): name is CustomerCallName => Object.hasOwn(policies, name)

export const isShutWhileFrozen = (name: CallName): name is ShutWhileFrozen =>
  isCustomerCall(name) && policies[name] === 'shut'
