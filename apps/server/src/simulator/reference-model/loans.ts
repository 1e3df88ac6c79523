import { decimal, type Fraction, fraction, mul } from '../../trading/reference-model/fractions.ts'
import type { World } from '../world.ts'
import { type Entry, entriesOf, groupsOf, inputOf, sumOf } from './entries.ts'
import { dayMs, highest, lowest, minorOf, PublishedTerms, slackMs } from './terms.ts'

interface LoanRow {
  readonly id: string
  readonly amount: bigint
  readonly days: number
  readonly requested_at: bigint
  readonly left: bigint
}

interface PaymentRow {
  readonly loan: string
  readonly number: number
  readonly by: 'customer' | 'debit'
  /** The day that had ended when it was debited. */
  readonly after_day: number
}

/** Something paid back, and the days that were charged before it. */
interface Payment {
  readonly minor: bigint
  readonly afterDay: number
}

interface Terms {
  readonly days: number
  readonly freeDays: number
  readonly dailyRate: Fraction
  readonly overdueRate: Fraction
}

interface Loan {
  readonly row: LoanRow
  readonly payout: Entry
  readonly payments: readonly (PaymentRow & { readonly minor: bigint; readonly at: number })[]
  readonly published: PublishedTerms
}

const paymentKinds = ['loan-overdue', 'loan-interest', 'loan-principal']

/**
 * Checks what every loan costs: the daily rate on what is left for each 24 hours that were over, after the term the overdue rate, after the
 * free days, at the terms published when it was asked for. Strict both ways: a customer never owes less than that, nor more.
 */
export async function checkLoans(world: World): Promise<void> {
  const { statements } = world.driver
  const rows = await statements.look<LoanRow>(
    `SELECT id::text, amount, days, requested_at, principal_left + interest_left + overdue_left AS left
       FROM loans ORDER BY sequence`,
  )
  const known = await statements.look<PaymentRow>(
    'SELECT loan_id::text AS loan, number, by, after_day FROM loan_payments ORDER BY loan_id, number',
  )
  const entries = groupsOf(
    await entriesOf(world, ['loan-payout', ...paymentKinds]),
    ({ reference }) => reference,
  )
  const published = await PublishedTerms.read(world)
  for (const row of rows) {
    const own = entries.get(row.id) ?? []
    const paidOut = own.filter(({ kind }) => kind === 'loan-payout')
    const input = inputOf(world, 'loan', row.id)
    const amount = input === null ? row.amount : minorOf(decimal(String(input.amount)), 'USDT')
    const [payout] = paidOut
    if (payout === undefined) continue
    if (sumOf(paidOut) !== amount)
      world.reportFinding(`loan ${row.id} of ${amount} was paid out as ${sumOf(paidOut)}`)
    const postings = groupsOf(
      own.filter(({ kind }) => paymentKinds.includes(kind)),
      ({ posting }) => posting,
    )
    const payments = known
      .filter(({ loan }) => loan === row.id)
      .map((one) => {
        const paid = postings.get(`loan:${row.id}:payment:${one.number}`) ?? []
        return { ...one, minor: -sumOf(paid), at: paid[0]?.at ?? 0 }
      })
    judgeLoan(world, { row, payout, payments, published })
  }
}

function judgeLoan(world: World, loan: Loan): void {
  const { row, payout, payments } = loan
  for (const { number, by, after_day, at } of payments) {
    const endOfDay = payout.at + after_day * dayMs
    const isInTurn = after_day >= row.days && at >= endOfDay - slackMs && at <= endOfDay + dayMs + slackMs
    if (by === 'debit' && !isInTurn)
      world.reportFinding(
        `loan ${row.id} was debited as after day ${after_day}, by payment ${number} at another time`,
      )
  }
  const least = left(world, loan, 'least')
  const most = left(world, loan, 'most')
  if (row.left < least || row.left > most)
    world.reportFinding(
      `loan ${row.id} has ${row.left} left to pay, ${least === most ? most : `${least} to ${most}`} follows`,
    )
}

/** Works out what is left to pay, wherever the moment of a decision leaves a doubt for the least or the most of it. */
function left(world: World, loan: Loan, which: 'least' | 'most'): bigint {
  const { row, payout } = loan
  const shift = which === 'least' ? -slackMs : slackMs
  const daysOver = (at: number) => Math.max(0, Math.floor((at + shift - payout.at) / dayMs))
  const terms = termsOf(loan, which)
  const payments = loan.payments.map(({ by, after_day, minor, at }) => ({
    minor,
    afterDay: by === 'debit' ? after_day : daysOver(at),
  }))
  // What was paid off costs nothing more.
  const until = row.left === 0n ? 0 : daysOver(world.now)
  return debtAfter(payout.minor, terms, payments, until)
}

function termsOf({ row, published }: Loan, which: 'least' | 'most'): Terms {
  const at = Number(row.requested_at)
  const free = published.around('loanFreeDays', 3, at).map(Number)
  const daily = published.ratesAround('loanDailyRate', '0.0003', at)
  const overdue = published.ratesAround('loanOverdueRate', '0.0005', at)
  const cheap = which === 'least'
  return {
    days: row.days,
    freeDays: cheap ? Math.max(...free) : Math.min(...free),
    dailyRate: cheap ? lowest(daily) : highest(daily),
    overdueRate: cheap ? lowest(overdue) : highest(overdue),
  }
}

/** Charges day by day, and takes payments off: first what is overdue, then interest, then what was lent. */
function debtAfter(amount: bigint, terms: Terms, payments: readonly Payment[], until: number): bigint {
  let [principal, interest, overdue, day] = [amount, 0n, 0n, 0]
  const share = (minor: bigint, rate: Fraction) => minorOf(mul(fraction(minor, 1_000_000n), rate), 'USDT')
  const chargeThrough = (last: number) => {
    for (; day < last; day++) {
      if (day >= terms.days) overdue += share(principal + interest, terms.overdueRate)
      else if (day >= terms.freeDays) interest += share(principal, terms.dailyRate)
    }
  }
  for (const { minor, afterDay } of payments) {
    chargeThrough(afterDay)
    const ofOverdue = minor < overdue ? minor : overdue
    const ofInterest = minor - ofOverdue < interest ? minor - ofOverdue : interest
    overdue -= ofOverdue
    interest -= ofInterest
    principal -= minor - ofOverdue - ofInterest
  }
  chargeThrough(until)
  return principal + interest + overdue
}
