// A new limit begins with its key here, as a new fee does in operator-set-fees.ts.

/** Minimums and deadlines that affect customers' money; changed like fees. */
export const limitKeys = [
  'minBalance',
  'withdrawalMinimum.USDT',
  'withdrawalMinimum.BTC',
  'withdrawalMinimum.ETH',
  'depositMinimum.USDT',
  'depositMinimum.BTC',
  'depositMinimum.ETH',
  'convertMinimum',
  'withdrawal.deadlineHours',
  'withdrawal.newAddressHours',
  'exitPenalty',
  'options.settleWithinSeconds',
  'tariff.noticeHours',
  'kyc.reviewHours',
  'kyc.neededFrom',
  'options.stakeMin',
  'options.stakeMax',
  'options.openMost',
  'marginCloseOut',
  'marginCall',
  'contracts.openMost',
  'contracts.waitingMost',
  'invites.feeShare',
  'invites.months',
  'invites.enterDays',
  'nft.bidStep',
  'nft.softCloseSeconds',
  'nft.feeRate',
] as const
export type LimitKey = (typeof limitKeys)[number]
