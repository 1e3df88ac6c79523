import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { useUiWords } from '../ui-words.tsx'
import { formatCount } from './format-compact.ts'
import { formatDecimal, formatPercent, formatPrice, signOf } from './format-decimal.ts'

interface FigureProps {
  readonly className?: string
}

/** An amount with its asset. Shows every digit it has, at least two. */
export function Money({
  amount,
  asset,
  signed = false,
  min = 2,
  max,
  className,
}: FigureProps & {
  readonly amount: string
  readonly asset?: string
  readonly signed?: boolean
  readonly min?: number
  readonly max?: number
}) {
  const { tag } = useUiWords()
  const format = { min, signed, ...(max === undefined ? {} : { max }) }
  return (
    <bdi className={classNames('figures', className)} dir="ltr">
      {formatDecimal(amount, tag, format)}
      {asset !== undefined && <span className="ms-[0.35em] text-[0.86em] text-ink-3">{asset}</span>}
    </bdi>
  )
}

/** A price with its market's own digits; a dash before the first one. */
export function Price({
  price,
  digits,
  className,
}: FigureProps & { readonly price: string | null; readonly digits: number }) {
  const { tag } = useUiWords()
  return (
    <bdi className={classNames('figures', className)} dir="ltr">
      {price === null ? '—' : formatPrice(price, digits, tag)}
    </bdi>
  )
}

/** A count: in full, from a million on in few characters; with a plus where it is at least that many. */
export function Count({
  count,
  atLeast = false,
  className,
}: FigureProps & { readonly count: string; readonly atLeast?: boolean }) {
  const { tag } = useUiWords()
  return (
    <bdi className={classNames('figures', className)}>
      {formatCount(count, tag)}
      {atLeast && '+'}
    </bdi>
  )
}

const tones = { '-1': 'text-down', '0': 'text-ink-3', '1': 'text-up' } as const

/** The colour of a signed figure; never used without a sign or an arrow. */
export const moveTone = (sign: -1 | 0 | 1): string => tones[sign]

function MoveArrow({ sign }: { readonly sign: -1 | 0 | 1 }) {
  const words = useUiWords()
  if (sign === 0) return null
  const Arrow = sign > 0 ? ArrowUp : ArrowDown
  return (
    <Arrow
      aria-label={sign > 0 ? words.up : words.down}
      className="size-[0.9em] shrink-0"
      strokeWidth={2.25}
    />
  )
}

/** A change in percent, as `zdf`: sign, arrow and colour. */
export function PercentChange({
  percent,
  digits = 2,
  arrow = true,
  className,
}: FigureProps & { readonly percent: number; readonly digits?: number; readonly arrow?: boolean }) {
  const { tag } = useUiWords()
  const rounded = Number(percent.toFixed(digits))
  const sign = Math.sign(rounded) as -1 | 0 | 1
  return (
    <bdi
      className={classNames('figures inline-flex items-center gap-0.5', moveTone(sign), className)}
      dir="ltr"
    >
      {arrow && <MoveArrow sign={sign} />}
      {formatPercent(rounded, tag, digits)}
    </bdi>
  )
}

/** A change in money: sign, arrow and colour. */
export function MoneyChange({
  amount,
  asset,
  max,
  arrow = true,
  className,
}: FigureProps & {
  readonly amount: string
  readonly asset?: string
  readonly max?: number
  readonly arrow?: boolean
}) {
  // As it is written: what rounds to zero is no change.
  const sign = max === undefined ? signOf(amount) : signOf(Number(amount).toFixed(max))
  return (
    <span className={classNames('inline-flex items-center gap-0.5', moveTone(sign), className)}>
      {arrow && <MoveArrow sign={sign} />}
      <Money
        amount={amount}
        signed
        {...(asset === undefined ? {} : { asset })}
        {...(max === undefined ? {} : { max })}
      />
    </span>
  )
}
