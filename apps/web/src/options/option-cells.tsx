import type { Option } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { MoneyChange, Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, formatPercent, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { ArrowDownRight, ArrowUpRight, CircleCheck, CircleMinus, Hourglass, Undo2 } from 'lucide-react'
import { useServerNow } from '../live/server-time.ts'
import { useMovingPrice } from '../markets/prices/use-moving-price.ts'
import { useT } from '../session/language/language.ts'
import { winRatePercent } from './option-form.ts'
import { clockText, countedText, optionRun, type Standing, standingAt } from './option-run.ts'

const arrows = { up: ArrowUpRight, down: ArrowDownRight } as const

/** Up or down as a word with an arrow; the colour only repeats it. */
export function OptionDirectionWord({ direction }: { readonly direction: Option['direction'] }) {
  const t = useT()
  const Arrow = arrows[direction]
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 font-medium',
        direction === 'up' ? 'text-up' : 'text-down',
      )}
    >
      <Arrow aria-hidden className="size-4" />
      {t(`options.direction.${direction}`)}
    </span>
  )
}

const outcomes = {
  open: { tone: 'neutral', icon: <Hourglass aria-hidden /> },
  won: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  lost: { tone: 'bad', icon: <CircleMinus aria-hidden /> },
  refunded: { tone: 'neutral', icon: <Undo2 aria-hidden className="mirrored" /> },
} as const

/** State or result of an option, as a word with an icon. */
export function OutcomeWord({ option }: { readonly option: Option }) {
  const t = useT()
  const key = option.result ?? 'open'
  const { tone, icon } = outcomes[key]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`options.result.${key}`)}
    </StatusWord>
  )
}

/** A period in its largest whole unit. */
export function periodText(t: Translate, seconds: number, short = false): string {
  const unit =
    seconds % 3600 === 0
      ? (['hours', 3600] as const)
      : seconds % 60 === 0
        ? (['minutes', 60] as const)
        : (['seconds', 1] as const)
  const count = seconds / unit[1]
  return short ? t(`options.period.short.${unit[0]}`, { count }) : t(`options.period.${unit[0]}`, { count })
}

export const rateText = (rate: string, tag: string): string => formatShare(rate, tag, 0)
export const winRateText = (rate: string, tag: string): string =>
  formatPercent(Number(winRatePercent(rate)), tag, 2, false)
export const usdtText = (amount: string, tag: string): string =>
  formatDecimal(amount.replace('-', ''), tag, { min: 2, max: 6 })

/** The remaining time as a plain clock; after the end, a note that the next price settles it. It never blinks or turns red. */
export function TimeLeft({ option, className }: { readonly option: Option; readonly className?: string }) {
  const t = useT()
  const { phase, secondsLeft } = optionRun(option, useServerNow(500))
  if (phase === 'settled') return null
  return phase === 'settling' ? (
    <span className={classNames('text-12 text-ink-3', className)}>{t('options.run.settling')}</span>
  ) : (
    <bdi dir="ltr" className={classNames('figures', className)}>
      {clockText(secondsLeft)}
    </bdi>
  )
}

/** Elapsed share of an option's time. */
export function TimeBar({ option }: { readonly option: Option }) {
  const t = useT()
  const { share } = optionRun(option, useServerNow(500))
  return (
    <div
      role="progressbar"
      aria-label={t('options.run.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      className="h-1 overflow-hidden rounded-full bg-sunken"
    >
      <span
        className="block h-full rounded-full bg-hairline-strong"
        style={{ width: `${(share * 100).toFixed(1)}%` }}
      />
    </div>
  )
}

/** The newest price of a running option, in the shares it was bought in; null without one, and once it has ended. */
function useCountedPrice(option: Option): string | null {
  const live = useMovingPrice(option.status === 'open' ? option.code : null)
  if (option.status !== 'open') return null
  return live === null || live === undefined ? option.lastPrice : countedText(live.price, option.split)
}

/** Result at the current price: a state of the moment. */
export const useStanding = (option: Option): Standing => standingAt(option, useCountedPrice(option))

/** The same in words. */
export function StandingWord({ option }: { readonly option: Option }) {
  const t = useT()
  return <span className="text-12 text-ink-2">{t(`options.standing.${useStanding(option)}`)}</span>
}

/** A price at which options open and settle: a mid has one digit more than its market, and every digit counts. */
export function MidPrice({ price, digits }: { readonly price: string | null; readonly digits: number }) {
  return <Price price={price} digits={Math.max(digits, price?.split('.')[1]?.length ?? 0)} />
}

/** The newest price while it runs, the closing price afterwards. */
export function LastPrice({ option, digits }: { readonly option: Option; readonly digits: number }) {
  const running = useCountedPrice(option)
  const price = option.status === 'open' ? running : option.closePrice
  return <MidPrice price={price} digits={digits} />
}

/** Gain or loss of an option; a dash while it runs. */
export function OptionProfit({ option }: { readonly option: Option }) {
  if (option.result === null || option.profit === null) return <span className="text-ink-3">—</span>
  return <MoneyChange amount={option.profit} asset="USDT" arrow={false} />
}
