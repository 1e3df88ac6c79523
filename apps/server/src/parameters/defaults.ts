import { readVipTiers } from '../orders/vip-tiers.ts'
import type { Json } from './json.ts'

/** One number or text an operator can read and change. */
export interface ParameterRule {
  readonly value: Json
  /** Anybody may read it through getParamByKey. */
  readonly open?: true
  /** A change needs a second operator (⚖ in the rulebook). */
  readonly fourEyes?: true
  /** A list of countries: changed one country at a time, on the countries' page. */
  readonly countries?: true
  /** A fee: changed as a tariff, announced before it holds (trust T18), and never above `most`. */
  readonly tariff?: { readonly most: string }
  /** What a value must be besides of the standard's kind. */
  readonly fits?: (value: Json) => boolean
}

/**
 * Every parameter with the rulebook's default. Amounts and rates are decimal texts; rates are fractions.
 * A value stands here and nowhere else.
 */
export const parameterRules = {
  brandName: { value: 'Candor', open: true },
  /** Empty: no support page, and none is shown. */
  supportUrl: { value: '', open: true },
  /** Where who is not signed in may write; empty: nowhere. */
  supportEmail: { value: '', open: true },
  appStoreUrl: { value: '', open: true },
  /** The installation itself says whether it is one; nobody changes it here. */
  sandbox: { value: true, open: true },

  'demo.grant': { value: '10000', open: true },
  'demo.resetsPerDay': { value: 1, open: true },

  'depositMinimum.USDT': { value: '120', open: true },
  'depositMinimum.BTC': { value: '0.015', open: true },
  'depositMinimum.ETH': { value: '0.2', open: true },
  /** Blocks a payment must be deep before it is credited. */
  'depositConfirmations.BTC': { value: 3, open: true, fourEyes: true },
  'depositConfirmations.ETH': { value: 12, open: true, fourEyes: true },
  'depositConfirmations.ERC20': { value: 12, open: true, fourEyes: true },
  'depositConfirmations.TRC20': { value: 20, open: true, fourEyes: true },
  withdrawalRate: { value: '0.005', open: true, fourEyes: true, tariff: { most: '0.02' } },
  withdrawalFlat: { value: '2', open: true, fourEyes: true, tariff: { most: '20' } },
  'withdrawalFeeMinimum.BTC': { value: '0.0001', open: true, fourEyes: true, tariff: { most: '0.001' } },
  'withdrawalFeeMinimum.ETH': { value: '0.002', open: true, fourEyes: true, tariff: { most: '0.02' } },
  'withdrawalMinimum.USDT': { value: '10', open: true },
  'withdrawalMinimum.BTC': { value: '0.0005', open: true },
  'withdrawalMinimum.ETH': { value: '0.005', open: true },
  'withdrawal.deadlineHours': { value: 24, open: true, fourEyes: true },
  'withdrawal.newAddressHours': { value: 24, open: true, fourEyes: true },
  'withdrawal.twoReviewersAbove': { value: '10000', fourEyes: true },
  /** Share of the amount given that a conversion costs, and the least it takes by its worth in USDT. */
  convertRate: { value: '0.002', open: true, fourEyes: true, tariff: { most: '0.02' } },
  convertMinimum: { value: '1', open: true },
  /** An account below it cannot withdraw (specification §5, the 3 units). */
  minBalance: { value: '3', open: true },

  /** How long before it holds a change of what things cost has to be announced. */
  'tariff.noticeHours': { value: 24, open: true, fourEyes: true },

  marginCloseOut: { value: '0.5', open: true, fourEyes: true },
  marginCall: { value: '1', open: true },

  /** Futures markets where what is bought ends with its contract at the last price, instead of going on in the next. */
  'contracts.endAtRoll': { value: [], open: true, fourEyes: true },

  'options.realCountries': { value: [], fourEyes: true, countries: true },
  'options.stakeMin': { value: '5', open: true },
  'options.stakeMax': { value: '2000', open: true },
  'options.openMost': { value: 20, open: true },
  'options.payouts': {
    value: { '60': '0.75', '180': '0.78', '300': '0.80', '900': '0.82', '3600': '0.85' },
    open: true,
    fourEyes: true,
  },
  'options.settleWithinSeconds': { value: 30, open: true },

  /** Markets whose options are not sold. */
  'options.disabledMarkets': { value: [] },

  /** Countries (two letters) where plans are not sold. */
  'smart.countriesOff': { value: [], fourEyes: true, countries: true },
  exitPenalty: { value: '0.05', open: true, fourEyes: true },

  loanFreeDays: { value: 3, open: true, fourEyes: true },
  loanDailyRate: { value: '0.0003', open: true, fourEyes: true },
  loanOverdueRate: { value: '0.0005', open: true, fourEyes: true },
  'loan.terms': { value: [7, 15, 30, 60, 90], open: true },
  'loan.minimum': { value: '100', open: true },
  'loan.tier1Most': { value: '5000', open: true, fourEyes: true },
  'loan.tier2Most': { value: '50000', open: true, fourEyes: true },

  'kyc.reviewHours': { value: 48, open: true },
  'kyc.neededFrom': { value: '1000', open: true, fourEyes: true },
  'upload.mostBytes': { value: 2_097_152, open: true },

  'reserve.warnFrom': { value: '0.8' },
  /** Part of a day's fees given back by the volume of 30 days (decision 0113); empty: to nobody. */
  'vip.tiers': { value: [], open: true, fourEyes: true, fits: (value) => readVipTiers(value) !== null },
  'invites.feeShare': { value: '0.1', open: true, fourEyes: true },
  'invites.months': { value: 12, open: true },
  /** So many days after signing up a customer may still name who invited them. */
  'invites.enterDays': { value: 14, open: true },
  /** Push services we send to, by origin; `https://*.example` is every host below it. */
  'push.services': {
    value: [
      'https://fcm.googleapis.com',
      'https://updates.push.services.mozilla.com',
      'https://web.push.apple.com',
      'https://*.notify.windows.com',
    ],
    fourEyes: true,
  },
  'nft.bidStep': { value: '0.05', open: true },
  'nft.softCloseSeconds': { value: 120, open: true },
  /** Share of a sale the operator keeps, disclosed on every work (trust T19). */
  'nft.feeRate': { value: '0', open: true, fourEyes: true },
  /** Who the proceeds of artworks are for. */
  'nft.charity': { value: 'Sample children’s charity', open: true, fourEyes: true },

  /** Stated figures for the home page, each { value, by, asOf }; null: the measured one is shown (trust T16). */
  'statistics.marketsListed': { value: null },
  'statistics.registeredUsers': { value: null },
  'statistics.volume24h': { value: null },
} as const satisfies Readonly<Record<string, ParameterRule>>

export type ParameterKey = keyof typeof parameterRules

/** The rule of a key that came from outside; null when there is none. */
export const ruleOf = (key: string): ParameterRule | null =>
  Object.hasOwn(parameterRules, key) ? parameterRules[key as ParameterKey] : null
