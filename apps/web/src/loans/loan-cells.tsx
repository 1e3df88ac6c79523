import type { Loan } from '@candor/contract'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { CircleAlert, CircleCheck, CircleX, Clock3, HandCoins } from 'lucide-react'
import { useT, useWords } from '../session/language/language.ts'

const states = {
  pending: { tone: 'neutral', icon: <Clock3 aria-hidden /> },
  repaying: { tone: 'accent', icon: <HandCoins aria-hidden /> },
  overdue: { tone: 'bad', icon: <CircleAlert aria-hidden /> },
  repaid: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  rejected: { tone: 'bad', icon: <CircleX aria-hidden /> },
} as const

/** A loan's state as a word with its sign. */
export function LoanStatusWord({ status }: { readonly status: Loan['status'] }) {
  const t = useT()
  const { tone, icon } = states[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`loans.status.${status}`)}
    </StatusWord>
  )
}

/** An amount of USDT inside a sentence. */
export const usdtText = (amount: string, tag: string): string =>
  formatDecimal(amount, tag, { min: 2, max: 6 })
/** A bound, without decimals it does not have. */
export const boundText = (amount: string, tag: string): string => formatDecimal(amount, tag, { max: 2 })

export function Moment({ iso }: { readonly iso: string | null }) {
  const { tag } = useWords()
  if (iso === null) return '—'
  return <time dateTime={iso}>{formatMinute(iso, tag)}</time>
}

export const loanPath = (id: string): string => `#/loan/${id}`

/** A rate reads from left to right in every language. */
export function Rate({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr" className="figures">
      {text}
    </bdi>
  )
}
