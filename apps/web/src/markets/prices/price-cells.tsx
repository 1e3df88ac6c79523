import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { PercentChange, Price } from '@candor/ui/figures/figures.tsx'
import { Sparkline } from '@candor/ui/figures/sparkline.tsx'
import { memo, useEffect, useRef } from 'react'
import { useT } from '../../session/language/language.ts'
import { useDayLine, useMovingPrice } from './use-moving-price.ts'

interface CellProps {
  readonly market: MarketItem
  /** False while it is off the screen: then it keeps its last price. */
  readonly follow: boolean
  readonly className?: string
}

const tintedMs = 400
const tints = { '1': 'bg-up-wash', '-1': 'bg-down-wash', '0': '' } as const

/**
 * Tints an element for a moment after each change. A plain class on a timer, not an animation: sixty cells that each
 * fade at sixty frames a second cost more than everything else on the page.
 */
function useTint(price: string | null, moved: -1 | 0 | 1) {
  const cell = useRef<HTMLSpanElement>(null)
  const shown = useRef(price)
  useEffect(() => {
    const element = cell.current
    if (element === null || shown.current === price) return
    shown.current = price
    const tint = tints[moved]
    if (tint === '') return
    element.classList.add(tint)
    const timer = setTimeout(() => element.classList.remove(tint), tintedMs)
    return () => {
      clearTimeout(timer)
      element.classList.remove(tint)
    }
  }, [price, moved])
  return cell
}

/** The price of one market; only this cell is drawn again when it changes, tinted for a moment. */
export const PriceCell = memo(function PriceCell({ market, follow, className }: CellProps) {
  const shown = useMovingPrice(follow ? market.code : null)
  const price = shown?.price ?? market.price
  const cell = useTint(price, shown?.moved ?? 0)
  return (
    <span ref={cell} className={classNames('rounded-s px-1 motion-reduce:bg-transparent!', className)}>
      <Price price={price} digits={market.digits} />
    </span>
  )
})

/** The change of the day; without a price a dash, or with `says` the reason. */
export const ChangeCell = memo(function ChangeCell({
  market,
  follow,
  className,
  says = false,
}: CellProps & { readonly says?: boolean }) {
  const shown = useMovingPrice(follow ? market.code : null)
  // Without a price there is no change, not one of nought.
  if (shown === undefined && market.price === null)
    return (
      <span className={classNames('text-ink-3', className)}>
        {says && market.noPrice !== null ? <NoPriceWord reason={market.noPrice} /> : '—'}
      </span>
    )
  return (
    <PercentChange
      percent={shown?.zdf ?? market.zdf}
      arrow={false}
      {...(className === undefined ? {} : { className })}
    />
  )
})

/** The reason why a market has no price, in a word or two. */
function NoPriceWord({ reason }: { readonly reason: NonNullable<MarketItem['noPrice']> }) {
  const t = useT()
  if (reason === 'halted') return t('markets.price.halted')
  if (reason === 'closed') return t('markets.price.closedNoTime')
  return reason === 'waiting' ? t('markets.price.waiting') : t('markets.price.away')
}

/** The line of the last 24 hours; redrawn at most once a second, since a shape does not need more. */
export const SparkCell = memo(function SparkCell({
  market,
  follow,
  width = 64,
  height = 24,
}: CellProps & { readonly width?: number; readonly height?: number }) {
  const points = useDayLine(follow ? market.code : null) ?? market.day
  return <Sparkline points={points} width={width} height={height} />
})
