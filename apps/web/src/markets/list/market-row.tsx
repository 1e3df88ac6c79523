import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { memo, useSyncExternalStore } from 'react'
import { prices } from '../../live/price-socket.ts'
import { useT } from '../../session/language/language.ts'
import { useOnScreen } from '../../shell/use-on-screen.ts'
import { MarketLogo } from '../market-logo.tsx'
import { quoteAgeMs } from '../market-of.ts'
import { followSeconds } from '../prices/follow-seconds.ts'
import { PriceCell, SparkCell } from '../prices/price-cells.tsx'
import { SourceMark } from '../prices/source-label.tsx'
import { useUnpriced } from '../prices/use-unpriced.ts'
import { FigureColumns, RowFigure } from './market-figures.tsx'
import type { ShownFigure } from './market-sort.ts'
import { WatchButton, WatchStarMark } from './watch-button.tsx'

interface MarketRowProps {
  readonly market: MarketItem
  readonly selected: boolean
  readonly watched: boolean
  /** True when the customer has lists other than the favourites. */
  readonly hasLists: boolean
  /** Wider rows for touch, with the logo. */
  readonly roomy?: boolean
  /** Shown below the price, or all in columns. */
  readonly figure: ShownFigure
  /** 0 for the row that Tab leads to; arrow keys lead to the others. */
  readonly tabIndex: 0 | -1
  readonly onPick: (market: MarketItem) => void
  readonly onWatch: (code: string, on: boolean) => void
}

/** One market of the list: star, name, line of the last 24 hours, price, and below it the change or what the list is sorted by. */
export const MarketRow = memo(function MarketRow({
  market,
  selected,
  watched,
  hasLists,
  roomy = false,
  figure,
  tabIndex,
  onPick,
  onWatch,
}: MarketRowProps) {
  const [ref, follow] = useOnScreen<HTMLLIElement>()
  const unpriced = useUnpriced(market)
  return (
    <li
      ref={ref}
      className={classNames(
        'group relative flex items-stretch border-hairline/60 border-b [content-visibility:auto]',
        roomy ? 'min-h-15 [contain-intrinsic-size:auto_3.75rem]' : 'h-12 [contain-intrinsic-size:auto_3rem]',
        selected ? 'bg-accent-wash' : 'hover:bg-sunken',
      )}
    >
      {selected && <span aria-hidden className="absolute inset-y-0 start-0 w-0.5 bg-accent" />}
      <WatchStar
        code={market.code}
        watched={watched}
        hasLists={hasLists}
        roomy={roomy}
        tabIndex={tabIndex}
        onWatch={onWatch}
      />
      <button
        type="button"
        tabIndex={tabIndex}
        aria-current={selected ? 'true' : undefined}
        data-market={market.code}
        onClick={() => onPick(market)}
        className="flex min-w-0 flex-1 items-center gap-2 pe-3 text-start focus-visible:outline-offset-[-2px]"
      >
        {roomy && <MarketLogo logo={market.logo} size={32} className="me-1" />}
        <NameLines market={market} priced={unpriced === null} />
        {unpriced === null && <RowLine market={market} follow={follow} roomy={roomy} />}
        <span className={classNames('flex flex-col items-end', roomy ? 'min-w-24' : 'min-w-19')}>
          <PriceCell
            market={market}
            follow={follow}
            className={classNames('-me-1 text-14 leading-4.5', toneOf(market))}
          />
          <span className="flex items-center gap-1">
            <SourceMark source={market.source} />
            {figure !== 'all' && <RowFigure market={market} figure={figure} follow={follow} />}
          </span>
        </span>
        {figure === 'all' && <FigureColumns market={market} follow={follow} />}
      </button>
    </li>
  )
})

/** A closed market's row is dimmed, but dark enough to read. */
const toneOf = (market: MarketItem): string => (market.open ? 'text-ink' : 'text-ink-2')

/** Line of the last 24 hours; without room next to a whole code it wraps out of sight. */
function RowLine({
  market,
  follow,
  roomy,
}: {
  readonly market: MarketItem
  readonly follow: boolean
  readonly roomy: boolean
}) {
  return (
    <span
      className={classNames(
        'flex min-w-0 flex-wrap justify-end overflow-hidden',
        roomy ? 'h-6.5 max-[22.4rem]:hidden' : 'h-5 max-xl:hidden',
      )}
    >
      <span className="h-full w-px" />
      <SparkCell market={market} follow={follow} width={roomy ? 72 : 48} height={roomy ? 26 : 20} />
    </span>
  )
}

/** Code, and below it the market's state and name. */
function NameLines({
  market,
  priced,
}: {
  readonly market: MarketItem
  /** False: the reason is in place of the change, and the second line is the name's. */
  readonly priced: boolean
}) {
  const t = useT()
  const paused = usePaused(market)
  return (
    <span
      className="flex flex-1 flex-col"
      title={market.halted === null ? market.appName : t(`markets.halt.${market.halted}`)}
    >
      <span className={classNames('whitespace-nowrap font-medium text-14 leading-4.5', toneOf(market))}>
        {market.code}
      </span>
      <span className="w-0 min-w-full truncate text-12 text-ink-3">
        {priced && <StateWords market={market} paused={paused} />}
        {market.appName}
      </span>
    </span>
  )
}

/** Closed, halted or paused, in a word; nothing otherwise. */
function StateWords({ market, paused }: { readonly market: MarketItem; readonly paused: boolean }) {
  const t = useT()
  if (!market.open)
    return `${t(market.halted === null ? 'markets.price.closedNoTime' : 'markets.price.halted')} `
  return paused && <span className="text-warn">{t('markets.price.paused')} </span>
}

/** Reports whether an open market's price is too old to trade at. Checks every second and renders only on a change. */
const usePaused = (market: MarketItem): boolean =>
  useSyncExternalStore(followSeconds, () => {
    const quotedAt = prices.quotedAtMs(market.code)
    return market.open && quotedAt !== null && Date.now() - quotedAt > quoteAgeMs(market)
  })

/** A star that marks the favourites, and once there are other lists opens the choice of them. */
function WatchStar({
  code,
  watched,
  roomy,
  tabIndex,
  hasLists,
  onWatch,
}: {
  readonly code: string
  readonly watched: boolean
  readonly roomy: boolean
  readonly tabIndex: 0 | -1
  readonly hasLists: boolean
  readonly onWatch: (code: string, on: boolean) => void
}) {
  const t = useT()
  const className = classNames(
    'flex shrink-0 items-center justify-center focus-visible:outline-offset-[-2px]',
    roomy ? 'w-11' : 'w-8',
    watched ? 'text-accent' : 'text-ink-3/50 hover:text-ink-2',
  )
  if (hasLists) return <WatchButton code={code} watched={watched} className={className} tabIndex={tabIndex} />
  const label = t(watched ? 'markets.watch.remove' : 'markets.watch.add', { code })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={watched}
      tabIndex={tabIndex}
      onClick={() => onWatch(code, !watched)}
      className={className}
    >
      <WatchStarMark watched={watched} />
    </button>
  )
}
