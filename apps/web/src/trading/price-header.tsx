import type { MarketItem } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Price } from '@candor/ui/figures/figures.tsx'
import { ChevronDown, Info } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { prices, useLivePrice } from '../live/price-socket.ts'
import { ageText, momentText } from '../markets/ages.ts'
import { MarketLogo } from '../markets/market-logo.tsx'
import { quoteAgeMs } from '../markets/market-of.ts'
import { ChangeCell, PriceCell } from '../markets/prices/price-cells.tsx'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { useNow } from '../markets/prices/use-moving-price.ts'
import { useUnpriced } from '../markets/prices/use-unpriced.ts'
import { useT, useWords } from '../session/language/language.ts'
import { laterPart } from '../shell/later-part.ts'

const AlertBell = laterPart(() => import('../notifications/alert-bell.tsx'))
const WatchButton = laterPart(() => import('../markets/list/header-watch-button.tsx'))

/** Current price of the market and its figures of the day, with the source of the price. */
export function PriceHeader({
  market,
  narrow = false,
  isOwnPage = false,
  onList,
  tools,
}: {
  readonly market: MarketItem
  readonly narrow?: boolean
  /** True on the page of this market, which has all its details. */
  readonly isOwnPage?: boolean
  /** Opens the list of markets, where it is not on the page. */
  readonly onList?: () => void
  /** Buttons at its end. */
  readonly tools?: ReactNode
}) {
  const t = useT()
  return (
    <header
      className={classNames(
        'flex shrink-0 items-center border-hairline border-b',
        narrow ? 'flex-wrap gap-x-2 gap-y-1 px-4 py-2.5' : 'h-16 gap-4 px-4',
      )}
    >
      <div className={classNames('flex min-w-0 items-center gap-3', narrow && 'flex-1')}>
        <MarketLogo logo={market.logo} size={32} className={narrow ? 'max-[22.4rem]:hidden' : ''} />
        <MarketName market={market} isOwnPage={isOwnPage} onList={onList} />
        <span className="flex">
          <Suspense fallback={<span className="size-9 shrink-0" />}>
            <WatchButton code={market.code} />
          </Suspense>
          <Suspense fallback={<span className="size-9 shrink-0" />}>
            <AlertBell market={market} />
          </Suspense>
        </span>
      </div>
      <div className={classNames('flex flex-col', narrow && 'shrink-0 items-end')}>
        <LastPrice market={market} />
        <ChangeCell market={market} follow className="ps-1 text-12" />
      </div>
      {!narrow && (
        // Figures without room next to the market's state wrap out of sight as a whole.
        <dl className="flex max-h-10 min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-6 overflow-hidden max-xl:hidden">
          <BidAndAsk market={market} />
          <Figure name={t('markets.price.high')}>
            <Price price={market.high24h} digits={market.digits} />
          </Figure>
          <Figure name={t('markets.price.low')}>
            <Price price={market.low24h} digits={market.digits} />
          </Figure>
        </dl>
      )}
      <Condition market={market} narrow={narrow} />
      {tools}
    </header>
  )
}

function MarketName({
  market,
  isOwnPage,
  onList,
}: {
  readonly market: MarketItem
  readonly isOwnPage: boolean
  readonly onList: (() => void) | undefined
}) {
  return (
    <div className="min-w-0">
      <h1 className="flex flex-wrap items-center gap-x-2 font-semibold text-16 text-ink leading-5">
        {onList === undefined ? market.code : <ListButton code={market.code} onOpen={onList} />}
        <SourceLabel source={market.source} />
      </h1>
      {isOwnPage ? (
        <p className="truncate text-12 text-ink-3">{market.appName}</p>
      ) : (
        <DetailsLink market={market} />
      )}
    </div>
  )
}

/** The market's full name, which leads to hours, costs and limits. */
function DetailsLink({ market: { code, type, id, appName } }: { readonly market: MarketItem }) {
  const t = useT()
  const label = `${appName}: ${t('markets.detail.rules')}`
  return (
    <a
      href={`#/cruuency?code=${encodeURIComponent(code)}&type=${type}&id=${encodeURIComponent(id)}`}
      aria-label={label}
      title={label}
      className="relative flex items-center gap-1 text-12 text-ink-3 no-underline before:absolute before:-inset-x-2 before:-inset-y-1 hover:text-accent"
    >
      <span className="truncate">{appName}</span>
      <Info aria-hidden className="size-3.5 shrink-0" />
    </a>
  )
}

/** The market's name as a button that opens the list of all. */
function ListButton({ code, onOpen }: { readonly code: string; readonly onOpen: () => void }) {
  const t = useT()
  return (
    <button
      type="button"
      aria-label={`${code}, ${t('markets.back')}`}
      title={t('markets.back')}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="relative flex items-center gap-0.5 before:absolute before:-inset-2 hover:text-accent"
    >
      {code}
      <ChevronDown aria-hidden className="size-4 text-ink-3" />
    </button>
  )
}

function LastPrice({ market }: { readonly market: MarketItem }) {
  const age = usePriceAge(market)
  return (
    <PriceCell
      market={market}
      follow
      className={classNames('font-semibold text-20', age > quoteAgeMs(market) ? 'text-ink-3' : 'text-ink')}
    />
  )
}

function usePriceAge(market: MarketItem): number {
  useLivePrice(market.code)
  const now = useNow(1_000)
  return Math.max(0, now - (prices.quotedAtMs(market.code) ?? now))
}

function BidAndAsk({ market }: { readonly market: MarketItem }) {
  const t = useT()
  const shown = useLivePrice(market.code)
  return (
    <>
      <Figure name={t('markets.price.bid')}>
        <Price price={shown?.bid ?? market.bid} digits={market.digits} />
      </Figure>
      <Figure name={t('markets.price.ask')}>
        <Price price={shown?.ask ?? market.ask} digits={market.digits} />
      </Figure>
    </>
  )
}

function Figure({
  name,
  className,
  children,
}: {
  readonly name: string
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <div className={classNames('flex flex-col whitespace-nowrap', className)}>
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="text-14 text-ink">{children}</dd>
    </div>
  )
}

/** Closed, stale or without a price, in words; nothing otherwise. The reason for a halt is shown at the chart. */
function Condition({ market, narrow }: { readonly market: MarketItem; readonly narrow: boolean }) {
  const condition = useCondition(market, narrow)
  if (condition === null) return null
  return (
    <p
      role="status"
      className={classNames('text-12 text-warn', narrow ? 'w-full' : 'ms-auto max-w-60 text-end')}
    >
      {condition}
    </p>
  )
}

/** Returns the condition in words: next to the price in two or three, so that the market’s name has room; below it as a sentence. */
function useCondition(market: MarketItem, narrow: boolean): string | null {
  const { t, tag } = useWords()
  const age = usePriceAge(market)
  const unpriced = useUnpriced(market)
  const { open, halted, nextOpenAt, closeOnly } = market
  if (!open && halted !== null) return t('markets.price.halted')
  if (!open)
    return nextOpenAt === null
      ? t('markets.price.closedNoTime')
      : t('markets.price.closed', { at: momentText(nextOpenAt, tag, Date.now()) })
  if (closeOnly) return t('markets.price.closeOnly')
  if (age > quoteAgeMs(market)) return t('markets.price.stale', { age: ageText(t, age) })
  if (unpriced !== 'waiting' && unpriced !== 'away') return null
  return narrow ? t(`markets.price.${unpriced}.meaning`) : t(`markets.price.${unpriced}`)
}
