import { refusals } from '@candor/refusals'
import { z } from 'zod'
import { call } from './call.ts'
import { decimal, isoTime, positiveDecimal } from './fields.ts'

export const savingsCoin = z.enum(['USDT', 'BTC', 'ETH'])
export type SavingsCoin = z.infer<typeof savingsCoin>

/** One coin's savings: what is offered, and what the customer has; amounts in that coin. */
export const savings = z.object({
  coin: savingsCoin,
  /** False: no new money; what is held goes on and can be taken out. */
  taking: z.boolean(),
  minAmount: decimal,
  /** Share of the amount a UTC day pays. */
  dailyRate: decimal,
  /** The same × 365, nothing paid in again. */
  yearlyRate: decimal,
  /** The next rate that is announced; null while none is. */
  next: z.object({ dailyRate: decimal, from: isoTime }).nullable(),
  /** So many days of interest the reserve has to cover for everything held before new money is taken. */
  coverDays: z.number().int(),
  /** How much new money the reserve covers; null: no bound, as nothing is paid. */
  room: decimal.nullable(),
  held: decimal,
  /** The part of it held since the running day began: what that day pays for. */
  earning: decimal,
  /** What the running day pays if nothing is taken out until it ends. */
  dayInterest: decimal,
  /** When the running day ends and is paid. */
  nextPayAt: isoTime,
  /** Interest set aside for this customer, and how many days at today’s rate it lasts. */
  reserved: decimal,
  reservedDays: z.number().int(),
  paid: decimal,
  /** The newest day that earned: `paid` is 0 where the reserve had run out. */
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
    summary: 'Takes coins out of savings, at any time',
    access: 'customer',
    realOnly: true,
    input: amountOfCoin,
    result: savings,
    success: 20005,
    movesMoney: true,
    fieldCodes: { coin: refusals.productNotOffered, amount: refusals.amountOutsideLimits },
  }),
} as const
