import { expect, test } from 'vitest'
import {
  accountSummary,
  article,
  bankAccount,
  contractOrder,
  identification,
  loan,
  loanPreview,
  marketItem,
  option,
  plan,
  priceEntry,
  recharge,
  signedIn,
  smartProduct,
  user,
  withdrawal,
} from './index.ts'

/** The specification's fields (§3) by the name they have on the wire, of each entity. */
const fields: readonly (readonly [entity: string, schema: { shape: object }, names: string])[] = [
  ['market item', marketItem, 'code type id appName logo price nowPrice zdf hundred'],
  ['live price', priceEntry, 'code price zdf'],
  ['article', article, 'id title type image description'],
  ['session', signedIn, 'token user'],
  ['user', user, 'userName email phone'],
  [
    'loan',
    loan,
    'amount days dailyRate totalInterest currentInterest interestFrom dueAt totalRepayment repaid overlayRate agreementHash signedName',
  ],
  [
    'loan before it is asked for',
    loanPreview,
    'schedule totalInterest totalRepayment agreement agreementHash',
  ],
  [
    'identity',
    identification,
    'firstName lastName sex birthdate country address phone companyAddress guarantorId guarantorName documentType documentNumber documentExpiry photoFront photoBack photoHolding signature status',
  ],
  [
    'order',
    contractOrder,
    'orderNo openPrice closePrice lastPrice openedAt closedAt expiresAt lots leverage margin stopLoss takeProfit fee profit direction type status',
  ],
  ['option', option, 'orderNo openPrice closePrice openedAt expiresAt amount profit direction type status'],
  ['smart product', smartProduct, 'name timeframes minAmount maxAmount penaltyShare'],
  [
    'smart plan',
    plan,
    'productName amount days dailyYield runDays startedAt expiresAt nextEarningAt todayEarnings totalRevenue sharedDays periodProfit currentInterest',
  ],
  ['bank', bankAccount, 'bank branch accountName cardNumber'],
  ['deposit', recharge, 'coin amount address hash hashLast6 proof status timeline createdAt'],
  ['withdrawal', withdrawal, 'address bankAccount amount fee received status timeline createdAt'],
  ['account', accountSummary, 'balances marginUsed expectedProfit todayEarnings mode'],
]

test('specification §3: every field of every entity is on the wire', () => {
  const missing = fields.flatMap(([entity, schema, names]) =>
    names
      .split(' ')
      .filter((name) => !(name in schema.shape))
      .map((name) => `${entity}: ${name}`),
  )
  expect(missing).toEqual([])
})
