import type { Plan } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { CircleCheck, LogOut, Sprout } from 'lucide-react'
import { useServerNow } from '../../live/server-time.ts'
import { momentText } from '../../markets/ages.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { waitParts } from './plan-exit.ts'

const states = {
  earning: { tone: 'accent', icon: <Sprout aria-hidden /> },
  completed: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  exited: { tone: 'neutral', icon: <LogOut aria-hidden className="mirrored" /> },
} as const

/** A plan's state as a word with an icon. */
export function PlanStatus({ status }: { readonly status: Plan['status'] }) {
  const t = useT()
  const { tone, icon } = states[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`smart.status.${status}`)}
    </StatusWord>
  )
}

/** An amount of USDT inside a sentence. */
export const usdtText = (amount: string, tag: string): string =>
  formatDecimal(amount, tag, { min: 2, max: 6 })
/** A bound, without trailing decimals. */
export const boundText = (amount: string, tag: string): string => formatDecimal(amount, tag, { max: 2 })
/** The same with two decimals, where more would be too long. */
export const roundText = (amount: string, tag: string): string =>
  formatDecimal(amount, tag, { min: 2, max: 2 })

function waitText(t: Translate, untilMs: number, nowMs: number): string | null {
  const { days, hours, minutes } = waitParts(untilMs, nowMs)
  if (days > 0) return t('smart.wait.days', { days, hours })
  if (hours > 0) return t('smart.wait.hours', { hours, minutes })
  return minutes > 1 ? t('smart.wait.minutes', { minutes }) : null
}

/** Time of the next payout: in words that change once a minute, with the exact time as a tooltip. */
export function NextEarning({
  plan,
  short = false,
  className,
}: {
  readonly plan: Plan
  /** For use below a heading that already names it. */
  readonly short?: boolean
  readonly className?: string
}) {
  const { t, tag } = useWords()
  const now = useServerNow(20_000)
  if (plan.nextEarningAt === null) return null
  const wait = waitText(t, Date.parse(plan.nextEarningAt), now)
  return (
    <time
      dateTime={plan.nextEarningAt}
      title={t('smart.next.at', { at: momentText(plan.nextEarningAt, tag, now) })}
      className={className}
    >
      {wait === null
        ? t(short ? 'smart.next.soon.short' : 'smart.next.soon')
        : t(short ? 'smart.next.in.short' : 'smart.next.in', { wait })}
    </time>
  )
}
