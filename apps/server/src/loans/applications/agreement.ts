import { createHash } from 'node:crypto'
import type { LoanAgreement } from '@candor/contract'
import { type Rate, writeScaled } from '@candor/money'
import type { LoanTerms } from '@candor/rules'
import { type LanguageCode, languages } from '@candor/texts/languages.ts'
import type { Translate } from '@candor/texts/translate.ts'
import { costOf } from '../offers/loan-offer.ts'

export interface AgreementTerms {
  readonly language: LanguageCode
  readonly lender: string
  readonly borrower: string
  readonly terms: LoanTerms
}

const sections = ['loan', 'payout', 'interest', 'repayment', 'overdue', 'cost', 'limits', 'signing'] as const

/** The agreement in words. It names no moment: days are counted from the payout, so it reads the same until the tariff changes. */
export function agreementFor(t: Translate, agreement: AgreementTerms): LoanAgreement {
  const { language, terms } = agreement
  const cost = costOf(terms)
  const values = {
    lender: agreement.lender,
    borrower: agreement.borrower,
    amount: amountText(terms.amountMinor, language),
    days: terms.days,
    freeDays: terms.freeDays,
    dailyRate: percentText(terms.dailyRate, language),
    overdueRate: percentText(terms.overdueRate, language),
    interest: amountText(cost.interestMinor, language),
    total: amountText(cost.repaymentMinor, language),
    apr: percentText(cost.apr, language),
    yearlyRate: percentText(cost.yearlyRate, language),
  }
  return {
    title: t('agreement.title'),
    sections: sections.map((section, at) => ({
      heading: `${at + 1}. ${t(`agreement.${section}.heading`)}`,
      text: t(`agreement.${section}.text`, values),
    })),
  }
}

/** SHA-256 over the agreement as it reads, hex: what a customer signs. */
export const hashOfAgreement = ({ title, sections: parts }: LoanAgreement): string =>
  createHash('sha256')
    .update([title, ...parts.flatMap(({ heading, text }) => [heading, text])].join('\n\n'))
    .digest('hex')

/** Figures stay Latin in Arabic (ADR-042); an amount and its unit keep their order within right-to-left words. */
const tagOf = (language: LanguageCode) => `${languages[language].tag}-u-nu-latn`
const isolated = (text: string, language: LanguageCode) =>
  languages[language].direction === 'rtl' ? `\u2066${text}\u2069` : text

export function amountText(minor: bigint, language: LanguageCode): string {
  const format = new Intl.NumberFormat(tagOf(language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })
  return isolated(`${format.format(writeScaled(minor, 6, 6) as `${number}`)} USDT`, language)
}

export function percentText(share: Rate, language: LanguageCode): string {
  const format = new Intl.NumberFormat(tagOf(language), {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 10,
  })
  return isolated(format.format(writeScaled(share, 12, 12) as `${number}`), language)
}
