import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { givenPassword, secondFactorCode, sixDigits } from './account-fields.ts'
import { call } from './call.ts'
import { isoTime } from './fields.ts'
import { shownPasskey } from './passkeys.ts'
import type { CustomerCallName } from './while-frozen.ts'

/** How long a sign-in, or a proof given later, counts as fresh. */
export const proofFreshMs = 10 * 60_000

/** `session`: whoever is signed in may make the call. `fresh`: only within ten minutes of a proof of who they are; else it refuses with `freshProofRequired`. */
export type ProofNeeded = 'session' | 'fresh'

/**
 * What a thief with a session could use to come back later or to take money and papers along needs a fresh proof (decision 0191). Every call stands here, or the
 * contract does not compile.
 */
const policies: Readonly<Record<CustomerCallName, ProofNeeded>> = {
  // New ways in, and ways in that are taken away.
  makeApiKey: 'fresh',
  // What the device then makes answers a challenge that only this call gives.
  newPasskeyStart: 'fresh',
  totpDisable: 'fresh',
  makeRecoveryCodes: 'fresh',
  saveEmail: 'fresh',
  savePhone: 'fresh',
  removePhone: 'fresh',

  // New places for money.
  addAddress: 'fresh',
  updateBankInfo: 'fresh',

  // The person's papers.
  export: 'fresh',

  // These ask for a password or a mailed code of their own, each time.
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
  // The code it mails does nothing without `saveEmail`.
  sendEmailCode: 'session',
  proveIdentity: 'session',
  getUserInfo: 'session',
  statement: 'session',
  statementTotals: 'session',
  equityHistory: 'session',
  listAllOrders: 'session',
  tradeStatistics: 'session',
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
  revokeSession: 'session',
  revokeOtherSessions: 'session',
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

/** How a customer can show who they are: `code` is mailed (purpose `security`), for accounts with neither password nor passkey. */
export const proofWays = ['password', 'passkey', 'code'] as const
export type ProofWay = (typeof proofWays)[number]

/** Stands in the `result` of a refusal `freshProofRequired`. */
export const proofAsked = z.object({
  /** Any one of them. */
  ways: z.array(z.enum(proofWays)),
  /** The code of the second factor as well. */
  totp: z.boolean(),
})
export type ProofAsked = z.infer<typeof proofAsked>

export const freshProofCalls = {
  proveIdentity: call({
    method: 'POST',
    path: '/swx/customer/login/proveIdentity',
    summary:
      'Proves anew who is signed in: password, passkey (challenge from passkeyStart) or mailed code, and the second factor where one is on; calls that need it (11019) then go through for ten minutes',
    access: 'customer',
    input: z.object({
      password: givenPassword.optional(),
      passkey: shownPasskey.optional(),
      code: sixDigits.optional(),
      totp: secondFactorCode.optional(),
    }),
    result: z.object({ until: isoTime }),
    fieldCodes: {
      password: refusals.passwordWrong,
      passkey: refusals.passkeyRejected,
      code: refusals.codeWrong,
      totp: refusals.secondFactorRequired,
    },
  }),
} as const
