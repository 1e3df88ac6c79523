import type { CallName } from '../calls.ts'
import { isShutWhileFrozen, type ShutWhileFrozen } from './while-frozen.ts'

/** `open`: a customer whose country is closed may make the call. `shut`: it refuses them with `unavailable` (`country`) for real money. */
export type WhileCountryClosed = 'open' | 'shut'

/**
 * Policy for real money of a customer whose country is closed or unknown (ADR-195): they can view everything, end every risk
 * and take money out, to new destinations too. They may never do less than a frozen customer, so only calls that are shut while
 * frozen are listed. A missing one does not compile.
 */
const policies: Readonly<Record<ShutWhileFrozen, WhileCountryClosed>> = {
  // New risk and deposits.
  previewContract: 'shut',
  buyContract: 'shut',
  reverseContract: 'shut',
  previewOptions: 'shut',
  buyOptions: 'shut',
  buySmart: 'shut',
  enterSavings: 'shut',
  previewLoan: 'shut',
  loan: 'shut',
  buyNft: 'shut',
  getDepositAddress: 'shut',
  recharge: 'shut',
  quoteConvert: 'shut',
  convert: 'shut',

  // Destinations for taking money out.
  addAddress: 'open',
  confirmAddress: 'open',
  removeAddress: 'open',
  updateBankInfo: 'open',
  removeBankInfo: 'open',

  // The account itself.
  enterInviteCode: 'open',
  resetDemo: 'open',
  totpStart: 'open',
  totpConfirm: 'open',
  totpDisable: 'open',
  makeRecoveryCodes: 'open',
  newPasskeyStart: 'open',
  newPasskeyFinish: 'open',
  sendEmailCode: 'open',
  saveEmail: 'open',
  savePhone: 'open',
  removePhone: 'open',
  makeApiKey: 'open',
  saveNoticeChoices: 'open',
  pushSubscription: 'open',
  saveLimits: 'open',
  answerUnderstanding: 'open',
  closeAccount: 'open',
}

/** A stop may be moved; a new price for a waiting order is new risk. */
const shutFields: Readonly<Partial<Record<CallName, string>>> = { editContract: 'price' }

/** Reports whether a closed country shuts this call; its input matters only where one of its fields is new risk. */
export function isShutByCountry(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
  const field = shutFields[name]
  if (field !== undefined) return input[field] != null
  return isShutWhileFrozen(name) && policies[name] === 'shut'
}
