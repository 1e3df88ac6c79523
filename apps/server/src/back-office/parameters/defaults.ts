import type { AnnouncedKey, ListKey } from '@candor/contract/fees/announced-terms.ts'
import { comprehensivelySanctioned } from '@candor/rules'
import { readVipTiers } from '../../trading/fees/vip-tiers.ts'
import { allowanceDefaults } from './allowance-defaults.ts'
import { contractDefaults } from './contract-defaults.ts'
import {
  amountOf,
  isCountry,
  isMarket,
  isPushService,
  listOf,
  mailOrNothing,
  pageOrNothing,
  payouts,
  rateTo,
  rateWithin,
  statedOrMeasured,
  whole,
  words,
} from './fits.ts'
import { fundingDefaults } from './funding-defaults.ts'
import { freshRule, guard, ownControl } from './no-terms.ts'
import { operatorDetailDefaults } from './operator-detail-defaults.ts'
import type { AnnouncedList, AnnouncedNumber, ParameterRule } from './parameter-rule.ts'
import { rateLimitDefaults } from './rate-limit-defaults.ts'

const wordsOnly = 'words and figures on pages; no money depends on them'

/**
 * Every parameter with the rulebook's default; those of deposits, withdrawals and limits have their own files. Amounts and
 * rates are decimal texts; rates are fractions. No value is defined anywhere else. An announced fee or limit begins with its key in
 * `packages/contract/src/fees` (`operator-set-fees.ts`, `operator-set-limits.ts`).
 */
export const parameterRules = {
  brandName: { noTerm: wordsOnly, value: 'Candor', open: true, fits: words(1, 40) },
  /** Empty: no support page, and none is shown. */
  supportUrl: { noTerm: wordsOnly, value: '', open: true, fits: pageOrNothing },
  /** Address for visitors who are not signed in; empty: none. */
  supportEmail: { noTerm: wordsOnly, value: '', open: true, fits: mailOrNothing },
  appStoreUrl: { noTerm: wordsOnly, value: '', open: true, fits: pageOrNothing },
  /** The installation itself determines it; it cannot be changed here. */
  sandbox: { noTerm: 'decided when the installation is made, and never again', value: true, open: true },

  ...allowanceDefaults,
  ...operatorDetailDefaults,

  ...fundingDefaults,

  /** Notice for a change of prices, in hours. */
  'tariff.noticeHours': {
    value: 24,
    open: true,
    fourEyes: true,
    tariff: { least: '24', most: '720' },
    fits: whole(24, 720),
  },

  ...contractDefaults,

  /** Countries (two letters) closed to sign-up, and with real money to everything new (ADR-195). */
  'countries.closed': {
    value: comprehensivelySanctioned,
    open: true,
    fourEyes: true,
    countries: true,
    fits: listOf(isCountry),
  },
  'options.realCountries': { value: [], fourEyes: true, countries: true, fits: listOf(isCountry) },
  'options.stakeMin': {
    value: '5',
    open: true,
    fourEyes: true,
    tariff: { least: '1', most: '50' },
    fits: amountOf('USDT'),
  },
  'options.stakeMax': {
    value: '2000',
    open: true,
    fourEyes: true,
    tariff: { least: '50', most: '100000' },
    fits: amountOf('USDT'),
  },
  /** Ages in ms from which a quote is too old to fill a customer's call at; the call then fills at the next (ADR-219). */
  'quotes.freshCryptoMs': {
    noTerm: freshRule,
    value: 500,
    open: true,
    fourEyes: true,
    fits: whole(100, 60_000),
  },
  'quotes.freshOthersMs': {
    noTerm: freshRule,
    value: 1_000,
    open: true,
    fourEyes: true,
    fits: whole(100, 60_000),
  },
  'options.openMost': {
    value: 20,
    open: true,
    fourEyes: true,
    tariff: { least: '5', most: '1000' },
    fits: whole(0, 1_000),
  },
  'options.payouts': {
    value: { '60': '0.75', '180': '0.78', '300': '0.80', '900': '0.82', '3600': '0.85' },
    open: true,
    fourEyes: true,
    list: true,
    fits: payouts,
  },
  'options.settleWithinSeconds': {
    value: 30,
    open: true,
    fourEyes: true,
    tariff: { least: '10', most: '300' },
    fits: whole(10, 300),
  },

  /** Markets without options. */
  'options.disabledMarkets': {
    noTerm: 'what is on sale, as a halt: what was bought goes on, and a market in trouble cannot wait',
    value: [],
    fits: listOf(isMarket),
  },

  /** Countries (two letters) where plans are not sold. */
  'smart.countriesOff': { value: [], fourEyes: true, countries: true, fits: listOf(isCountry) },
  exitPenalty: {
    value: '0.05',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.05' },
    fits: rateTo('0.05'),
  },

  loanFreeDays: { value: 3, open: true, fourEyes: true, offer: true },
  loanDailyRate: { value: '0.0003', open: true, fourEyes: true, offer: true },
  loanOverdueRate: { value: '0.0005', open: true, fourEyes: true, offer: true },
  'loan.terms': { value: [7, 15, 30, 60, 90], open: true, fourEyes: true, offer: true },
  'loan.minimum': { value: '100', open: true, fourEyes: true, offer: true },
  'loan.tier1Most': { value: '5000', open: true, fourEyes: true, offer: true },
  'loan.tier2Most': { value: '50000', open: true, fourEyes: true, offer: true },

  'kyc.reviewHours': {
    value: 48,
    open: true,
    fourEyes: true,
    tariff: { least: '1', most: '120' },
    fits: whole(1, 120),
  },
  'kyc.neededFrom': {
    value: '1000',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '10000' },
    fits: amountOf('USDT'),
  },
  ...rateLimitDefaults,

  'reserve.warnFrom': { noTerm: ownControl, value: '0.8', fits: rateWithin('0.1', '1') },
  /** Move of a price, as a fraction, that alerts of the risk desk are about. */
  'risk.alertMove': { noTerm: ownControl, value: '0.05', fits: rateWithin('0.005', '0.5') },
  /** Share of the trading capital that the move may cost in one market. */
  'risk.alertMarketShare': { noTerm: ownControl, value: '0.25', fits: rateWithin('0.01', '1') },
  /** Share of it that the move may cost against one customer. */
  'risk.alertCustomerShare': { noTerm: ownControl, value: '0.1', fits: rateWithin('0.01', '1') },
  /** Share of a market's exposure limit that its net position may reach. */
  'risk.alertLimitShare': { noTerm: ownControl, value: '0.8', fits: rateWithin('0.01', '1') },
  /** The share of all open margin that stays in the cover of losses beyond a balance. */
  'negativeBalance.coverOfMargin': {
    noTerm: ownControl,
    value: '0.1',
    fourEyes: true,
    fits: rateWithin('0.05', '1'),
  },
  /** Share of a day's fees rebated by the volume of 30 days (ADR-113); empty: no rebates. */
  'vip.tiers': {
    value: [],
    open: true,
    fourEyes: true,
    list: true,
    fits: (value) => readVipTiers(value) !== null,
  },
  'invites.feeShare': {
    value: '0.1',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.5' },
    fits: rateTo('0.5'),
  },
  'invites.months': {
    value: 12,
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '120' },
    fits: whole(0, 120),
  },
  /** Days after registration in which a customer can still enter an invitation code. */
  'invites.enterDays': {
    value: 14,
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '365' },
    fits: whole(0, 365),
  },
  /** Push services we send to, by origin; `https://*.example` is every host below it. */
  'push.services': {
    noTerm: guard,
    value: [
      'https://fcm.googleapis.com',
      'https://updates.push.services.mozilla.com',
      'https://web.push.apple.com',
      'https://*.notify.windows.com',
    ],
    fourEyes: true,
    fits: listOf(isPushService),
  },
  'nft.bidStep': {
    value: '0.05',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.2' },
    fits: rateTo('1'),
  },
  'nft.softCloseSeconds': {
    value: 120,
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '3600' },
    fits: whole(0, 86_400),
  },
  /** Share of a sale that the operator keeps, disclosed on every work (trust T19). */
  'nft.feeRate': {
    value: '0',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.3' },
    fits: rateTo('1'),
  },
  /** Recipient of the artworks' proceeds. */
  'nft.charity': {
    noTerm: 'each transfer to it names it, and is shown to everybody',
    value: 'Sample children’s charity',
    open: true,
    fourEyes: true,
    fits: words(1, 100),
  },

  /** Stated figures for the home page, each { value, by, asOf }; null: the measured one is shown (trust T16). */
  'statistics.marketsListed': { noTerm: wordsOnly, value: null, fits: statedOrMeasured },
  'statistics.registeredUsers': { noTerm: wordsOnly, value: null, fits: statedOrMeasured },
  'statistics.volume24h': { noTerm: wordsOnly, value: null, fits: statedOrMeasured },
} as const satisfies Readonly<Record<string, ParameterRule>>

export type ParameterKey = keyof typeof parameterRules

type KeysWith<Part> = {
  [Key in ParameterKey]: (typeof parameterRules)[Key] extends Part ? Key : never
}[ParameterKey]
type Same<A, B> = [A, B] extends [B, A] ? true : never

/** The keys that the pages of tariffs name are those that are announced here, and no other: else this does not compile. */
export const tariffPagesNameThemAll: Same<AnnouncedKey, KeysWith<AnnouncedNumber>> &
  Same<ListKey, KeysWith<AnnouncedList>> = true

/** Pairs of parameters whose first must not exceed the second. */
export const risingPairs: readonly (readonly [ParameterKey, ParameterKey])[] = [
  ['options.stakeMin', 'options.stakeMax'],
]

/** Returns the rule of a key from outside; null when there is none. */
export const ruleOf = (key: string): ParameterRule | null =>
  Object.hasOwn(parameterRules, key) ? parameterRules[key as ParameterKey] : null
