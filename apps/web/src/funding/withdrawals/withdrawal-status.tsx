import type { Withdrawal } from '@candor/contract'
import { Banner, StatusWord } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { ArrowUpFromLine, CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import { useT, useWords } from '../../session/language/language.ts'

const states = {
  pending: { tone: 'accent', icon: <Clock aria-hidden /> },
  approved: { tone: 'accent', icon: <CircleCheck aria-hidden /> },
  sent: { tone: 'accent', icon: <ArrowUpFromLine aria-hidden /> },
  completed: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  rejected: { tone: 'bad', icon: <CircleX aria-hidden /> },
  cancelled: { tone: 'neutral', icon: <Undo2 aria-hidden /> },
  failed: { tone: 'bad', icon: <CircleX aria-hidden /> },
} as const

/** A withdrawal's state as a word with its sign (specification §4). */
export function WithdrawalStatus({ status }: { readonly status: Withdrawal['status'] }) {
  const t = useT()
  const { tone, icon } = states[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`withdraw.status.${status}`)}
    </StatusWord>
  )
}

/** Nothing was paid out, and nothing will be: the whole amount is back. */
export const isGivenBack = ({ status }: Withdrawal): boolean =>
  status === 'rejected' || status === 'cancelled' || status === 'failed'

/** Marks a withdrawal that missed its deadline. */
export function Late({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const t = useT()
  return withdrawal.late ? <span className="text-12 text-bad">{t('withdraw.late')}</span> : null
}

/** Tells that a legal check holds the withdrawal, and until when at the latest (trust T13). */
export function HeldBanner({ withdrawal: { heldUntil } }: { readonly withdrawal: Withdrawal }) {
  const { t, tag } = useWords()
  if (heldUntil === null) return null
  return <Banner>{t('withdraw.held', { date: formatMinute(heldUntil, tag) })}</Banner>
}
