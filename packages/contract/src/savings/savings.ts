import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from '../call.ts'
import { decimal, isoTime, positiveDecimal } from '../fields.ts'

export const savingsCoin = z.enum(['USDT', 'BTC', 'ETH'])
export type SavingsCoin = z.infer<typeof savingsCoin>

/** One coin's savings: the offer and the customer's holding; amounts in that coin. */
export const savings = z.object({
  coin: savingsCoin,
  /** False: no new money; existing holdings continue and can be taken out. */
  taking: z.boolean(),
  minAmount: decimal,
  /** Share of the amount paid for a UTC day. */
  dailyRate: decimal,
  /** The same × 365, without reinvestment. */
  yearlyRate: decimal,
  /** The next rate that is announced; null while none is. */
  next: z.object({ dailyRate: decimal, from: isoTime }).nullable(),
  /** Days of interest on all holdings that the reserve has to cover before new money is accepted. */
  coverDays: z.number().int(),
  /** Amount of new money that the reserve covers; null: no bound, because the rate is 0. */
  room: decimal.nullable(),
  held: decimal,
  /** The part of it held since the current day began: interest of that day is paid on it. */
  earning: decimal,
  /** Interest of the current day if nothing is taken out before it ends. */
  dayInterest: decimal,
  /** End of the current day, when its interest is paid. */
  nextPayAt: isoTime,
  /** Interest reserved for this customer, and the number of days it lasts at today’s rate. */
  reserved: decimal,
  reservedDays: z.number().int(),
  paid: decimal,
  /** The newest day that earned; `paid` is 0 where the reserve was used up. */
  lastDay: z.object({ date: z.iso.date(), due: decimal, paid: decimal }).nullable(),
})
export type Savings = z.infer<typeof savings>

const own = '/swx/customer/user'
const amountOfCoin = z.object({ coin: savingsCoin, amount: positiveDecimal })

export const savingsCalls = {
  listSavings: call({
    method: 'GET',
    path: `${own}/listSavings`,
    summary:
      'Every coin offered for savings with its rate, what the reserve still covers, and what the customer holds; a demo account holds none',
    access: 'customer',
    input: z.object({}),
    result: z.array(savings),
  }),
  enterSavings: call({
    method: 'POST',
    path: `${own}/enterSavings`,
    summary: 'Puts coins into savings; refused unless the reserve covers the interest set aside for it',
    access: 'customer',
    realOnly: true,
    input: amountOfCoin,
    result: savings,
    success: 20005,
    movesMoney: true,
    fieldCodes: { coin: refusals.productNotOffered, amount: refusals.amountOutsideLimits },
  }),
  exitSavings: call({
    method: 'POST',
    path: `${own}/exitSavings`,
    summary: 'Withdraws coins from savings, at any time',
    access: 'customer',
    realOnly: true,
    input: amountOfCoin,
    result: savings,
    success: 20005,
    movesMoney: true,
    fieldCodes: { coin: refusals.productNotOffered, amount: refusals.amountOutsideLimits },
  }),
} as const
