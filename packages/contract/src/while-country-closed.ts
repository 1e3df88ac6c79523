import type { CallName } from './index.ts'
import { isShutWhileFrozen, type ShutWhileFrozen } from './while-frozen.ts'

/** `open`: a customer whose country is closed may make the call. `shut`: with real money it refuses them with `unavailable` (`country`). */
export type WhileCountryClosed = 'open' | 'shut'

/**
 * What stays open with real money to a customer of a closed country, or of none that is known (decision 0195): looking, ending every risk and
 * taking money out, to new places too. It is never less than a frozen customer may do, so only calls that are shut to them stand here; one that
 * is missing does not compile.
 */
const policies: Readonly<Record<ShutWhileFrozen, WhileCountryClosed>> = {
  // New risk and money in.
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

  // The way out: places for their money.
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

/** A stop may be moved; the price of an order that waits is new risk. */
const shutFields: Readonly<Partial<Record<CallName, string>>> = { editContract: 'price' }

/** Whether a closed country shuts this call; its input decides only where one of its fields is new risk. */
export function isShutByCountry(name: CallName, input: Readonly<Record<string, unknown>>): boolean {
  const field = shutFields[name]
  if (field !== undefined) return input[field] != null
  return isShutWhileFrozen(name) && policies[name] === 'shut'
}
