import { amountOf, rateTo, whole } from './fits.ts'
import { ownControl } from './no-terms.ts'
import type { ParameterRule } from './parameter-rule.ts'

const chainSafety = 'a chain under attack cannot wait a day; bounded to about an hour of its blocks'

/** Parameters of deposits, withdrawals and conversions. */
export const fundingDefaults = {
  'depositMinimum.USDT': {
    value: '120',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '500' },
    fits: amountOf('USDT'),
  },
  'depositMinimum.BTC': {
    value: '0.015',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.05' },
    fits: amountOf('BTC'),
  },
  'depositMinimum.ETH': {
    value: '0.2',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '1' },
    fits: amountOf('ETH'),
  },
  /** Blocks a payment must be deep before it is credited. */
  'depositConfirmations.BTC': {
    noTerm: chainSafety,
    value: 3,
    open: true,
    fourEyes: true,
    fits: whole(1, 12),
  },
  'depositConfirmations.ETH': {
    noTerm: chainSafety,
    value: 12,
    open: true,
    fourEyes: true,
    fits: whole(1, 300),
  },
  'depositConfirmations.ERC20': {
    noTerm: chainSafety,
    value: 12,
    open: true,
    fourEyes: true,
    fits: whole(1, 300),
  },
  'depositConfirmations.TRC20': {
    noTerm: chainSafety,
    value: 20,
    open: true,
    fourEyes: true,
    fits: whole(1, 1200),
  },
  withdrawalRate: {
    value: '0.005',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.02' },
    fits: rateTo('1'),
  },
  withdrawalFlat: {
    value: '2',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '20' },
    fits: amountOf('USDT'),
  },
  'withdrawalFeeMinimum.BTC': {
    value: '0.0001',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.001' },
    fits: amountOf('BTC'),
  },
  'withdrawalFeeMinimum.ETH': {
    value: '0.002',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.02' },
    fits: amountOf('ETH'),
  },
  'withdrawalMinimum.USDT': {
    value: '10',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '50' },
    fits: amountOf('USDT'),
  },
  'withdrawalMinimum.BTC': {
    value: '0.0005',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.002' },
    fits: amountOf('BTC'),
  },
  'withdrawalMinimum.ETH': {
    value: '0.005',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.02' },
    fits: amountOf('ETH'),
  },
  'withdrawal.deadlineHours': {
    value: 24,
    open: true,
    fourEyes: true,
    tariff: { least: '1', most: '72' },
    fits: whole(1, 72),
  },
  'withdrawal.newAddressHours': {
    value: 24,
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '72' },
    fits: whole(0, 72),
  },
  'withdrawal.twoReviewersAbove': {
    noTerm: ownControl,
    value: '10000',
    fourEyes: true,
    // Never above the default: two people could raise it once, and from then on one person would decide alone.
    fits: amountOf('USDT', '10000'),
  },
  /** Share of the given amount that a conversion costs, and the minimum amount by its value in USDT. */
  convertRate: {
    value: '0.002',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '0.02' },
    fits: rateTo('1'),
  },
  convertMinimum: {
    value: '1',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '20' },
    fits: amountOf('USDT'),
  },
  /** An account below it cannot withdraw (specification §5, the 3 units). */
  minBalance: {
    value: '3',
    open: true,
    fourEyes: true,
    tariff: { least: '0', most: '10' },
    fits: amountOf('USDT'),
  },
} as const satisfies Readonly<Record<string, ParameterRule>>
