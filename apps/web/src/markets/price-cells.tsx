import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { PercentChange, Price } from '@candor/ui/figures.tsx'
import { Sparkline } from '@candor/ui/sparkline.tsx'
import { memo } from 'react'
import { useCalmPoints, useLivePrice } from './use-live-price.ts'

interface CellProps {
  readonly market: MarketItem
  /** False while nobody sees it: then it keeps what it has. */
  readonly follow: boolean
  readonly className?: string
}

/** The price of one market; only this cell is drawn again when it changes, tinted for a moment. */
export const PriceCell = memo(function PriceCell({ market, follow, className }: CellProps) {
  const shown = useLivePrice(follow ? market.code : null)
  const price = shown?.price ?? market.price
  const moved = shown?.moved ?? 0
  return (
    <span
      key={price}
      className={classNames(
        'rounded-s px-1',
        moved > 0 && 'ticked-up',
        moved < 0 && 'ticked-down',
        className,
      )}
    >
      <Price price={price} digits={market.digits} />
    </span>
  )
})

export const ChangeCell = memo(function ChangeCell({ market, follow, className }: CellProps) {
  const shown = useLivePrice(follow ? market.code : null)
  return (
    <PercentChange
      percent={shown?.zdf ?? market.zdf}
      arrow={false}
      {...(className === undefined ? {} : { className })}
    />
  )
})

/** The last hundred prices; redrawn at most once a second, since a shape does not need more. */
export const SparkCell = memo(function SparkCell({
  market,
  follow,
  width = 64,
  height = 24,
}: CellProps & { readonly width?: number; readonly height?: number }) {
  const points = useCalmPoints(follow ? market.code : null) ?? market.hundred
  return <Sparkline points={points} width={width} height={height} />
})
