import type { CustomerCallName } from './while-frozen.ts'

/** Time for which a sign-in, or a later proof of identity, counts as fresh. */
export const proofFreshMs = 10 * 60_000

/**
 * `session`: any signed-in customer may make the call. `fresh`: only within ten minutes of a proof of identity; else it is refused
 * with `freshProofRequired`.
 */
export type ProofNeeded = 'session' | 'fresh'

/**
 * Proof that each call needs. A fresh one is required for everything that an intruder with a session could use to come back later,
 * or to take money or documents (ADR-191). A call that is missing here does not compile.
 */
const policies: Readonly<Record<CustomerCallName, ProofNeeded>> = {
  // Adding and removing ways to sign in.
  makeApiKey: 'fresh',
  // The device's response answers a challenge that only this call issues.
  newPasskeyStart: 'fresh',
  totpDisable: 'fresh',
  makeRecoveryCodes: 'fresh',
  saveEmail: 'fresh',
  savePhone: 'fresh',
  removePhone: 'fresh',

  // A thief would sign the owner out.
  revokeSession: 'fresh',
  revokeOtherSessions: 'fresh',

  // New destinations for money.
  addAddress: 'fresh',
  updateBankInfo: 'fresh',

  // Personal data and documents.
  export: 'fresh',

  // These calls require a password or an e-mailed code themselves, each time.
  repassword: 'session',
  totpStart: 'session',
  totpConfirm: 'session',
  removePasskey: 'session',
  newPasskeyFinish: 'session',
  closeAccount: 'session',
  withdrawal: 'session',
  confirmAddress: 'session',
  removeBankInfo: 'session',

  // Everything else.
  recoveryCodes: 'session',
  // The e-mailed code has no effect without `saveEmail`.
  sendEmailCode: 'session',
  proveIdentity: 'session',
  getUserInfo: 'session',
  statement: 'session',
  statementTotals: 'session',
  taxStatement: 'session',
  equityHistory: 'session',
  accountWorth: 'session',
  worthHistory: 'session',
  performance: 'session',
  listAllOrders: 'session',
  tradeStatistics: 'session',
  listTags: 'session',
  tagOrder: 'session',
  getReceipt: 'session',
  receiptAccount: 'session',
  liabilityLeaf: 'session',
  vipStanding: 'session',
  invites: 'session',
  inviteCommissions: 'session',
  enterInviteCode: 'session',
  resetDemo: 'session',
  listContractOrder: 'session',
  getContractOrderById: 'session',
  closeContract: 'session',
  closeAllContracts: 'session',
  cancelContract: 'session',
  editContract: 'session',
  previewContract: 'session',
  buyContract: 'session',
  reverseContract: 'session',
  listOptionsOrder: 'session',
  getOptionsOrderById: 'session',
  previewOptions: 'session',
  buyOptions: 'session',
  listSmartOrder: 'session',
  exitSmart: 'session',
  buySmart: 'session',
  listSavings: 'session',
  exitSavings: 'session',
  enterSavings: 'session',
  loanLimit: 'session',
  listLoanRecord: 'session',
  getLoan: 'session',
  loanAgreement: 'session',
  repayLoan: 'session',
  previewLoan: 'session',
  loan: 'session',
  listMyNft: 'session',
  nftCertificate: 'session',
  buyNft: 'session',
  cancelWithdrawal: 'session',
  listWithdrwal: 'session',
  listAddress: 'session',
  removeAddress: 'session',
  listBankInfo: 'session',
  listRecharge: 'session',
  getDepositAddress: 'session',
  recharge: 'session',
  listConvert: 'session',
  quoteConvert: 'session',
  convert: 'session',
  getIdentification: 'session',
  saveIdentification: 'session',
  identification: 'session',
  upload: 'session',
  listSupport: 'session',
  sendSupport: 'session',
  readSupport: 'session',
  supportPicture: 'session',
  logout: 'session',
  sessions: 'session',
  freeze: 'session',
  listPasskeys: 'session',
  renamePasskey: 'session',
  listApiKeys: 'session',
  revokeApiKey: 'session',
  settings: 'session',
  saveSettings: 'session',
  consents: 'session',
  giveConsent: 'session',
  listWatchlist: 'session',
  watchlist: 'session',
  listWatchlists: 'session',
  saveWatchlist: 'session',
  removeWatchlist: 'session',
  listCharts: 'session',
  saveChart: 'session',
  notifications: 'session',
  readNotifications: 'session',
  listAlert: 'session',
  addAlert: 'session',
  removeAlert: 'session',
  noticeChoices: 'session',
  saveNoticeChoices: 'session',
  pushSubscription: 'session',
  removePushSubscription: 'session',
  limits: 'session',
  saveLimits: 'session',
  understanding: 'session',
  answerUnderstanding: 'session',
  closing: 'session',
  keepAccount: 'session',
}

export const proofNeededFor = (name: CustomerCallName): ProofNeeded => policies[name]
