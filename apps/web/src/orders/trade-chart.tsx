import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute, formatSecond } from '@candor/ui/figures/format-moment.ts'
import { Card } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { linePoints, tradeWindow } from './trade-window.ts'

export interface TradeEnd {
  /** Epoch ms. */
  readonly at: number
  readonly price: string
}

export interface ShownTrade {
  readonly code: string
  readonly opened: TradeEnd
  /** Null for an option that ended without a price. */
  readonly closed: TradeEnd | null
  /** Expiry of an option, epoch ms: its opening price is a level that runs to the end. Null for a contract. */
  readonly expiresAt: number | null
}

/** A closed trade on the prices of its time: where it was opened and where it was closed. Nothing where no candles are stored. */
export function TradeChart({ trade }: { readonly trade: ShownTrade }) {
  const shown = tradeWindow(trade.opened.at, endOf(trade), trade.expiresAt === null ? undefined : 5)
  const input = { code: trade.code, ...shown, limit: 1000 }
  const { data: candles, error } = useApiQuery('getKValueByCodeAndDate', input)
  if (error !== null || (candles !== undefined && candles.length < 2)) return null
  const points = candles === undefined ? null : withEnds(linePoints(candles, shown.interval), trade)
  const scale = points === null ? null : scaleOf(points, trade)
  return (
    <Card className="print:break-inside-avoid">
      <figure aria-label={trade.code}>
        <div dir="ltr" className="relative h-40">
          {points !== null && scale !== null && (
            <>
              <PriceLine points={points} trade={trade} scale={scale} />
              <Dot look={dots.open} end={trade.opened} scale={scale} />
              {trade.closed !== null && <Dot look={dots.close} end={trade.closed} scale={scale} />}
            </>
          )}
        </div>
        <Legend trade={trade} />
      </figure>
    </Card>
  )
}

const endOf = ({ opened, closed, expiresAt }: ShownTrade): number =>
  Math.max(opened.at, closed?.at ?? 0, expiresAt ?? 0)

const dots = { open: 'border-2 border-ink bg-surface', close: 'bg-ink' } as const

function Dot({ look, end, scale }: { readonly look: string; readonly end: TradeEnd; readonly scale: Scale }) {
  return (
    <span
      aria-hidden
      className={classNames('absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full', look)}
      style={placeOf(end, scale)}
    />
  )
}

/** Names the marks, with their prices and times; those of an option to the second. */
function Legend({ trade: { opened, closed, expiresAt } }: { readonly trade: ShownTrade }) {
  const { t, tag } = useWords()
  const isOption = expiresAt !== null
  const time = isOption ? formatSecond : formatMinute
  const dot = (look: string) => <span aria-hidden className={classNames('size-2.5 rounded-full', look)} />
  return (
    <figcaption className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-12 text-ink-2">
      <LegendItem
        mark={dot(dots.open)}
        name={t('receipts.event.title', { kind: 'open' })}
        price={formatDecimal(opened.price, tag)}
        at={time(opened.at, tag)}
      />
      {isOption && (
        <LegendItem
          mark={<span aria-hidden className="h-3 border-ink-3 border-s border-dashed" />}
          name={t('options.closed.expiry')}
          at={time(expiresAt, tag)}
        />
      )}
      {closed !== null && (
        <LegendItem
          mark={dot(dots.close)}
          name={isOption ? t('options.field.closedAt') : t('receipts.event.title', { kind: 'close' })}
          price={formatDecimal(closed.price, tag)}
          at={time(closed.at, tag)}
        />
      )}
    </figcaption>
  )
}

function LegendItem({
  mark,
  name,
  price,
  at,
}: {
  readonly mark: ReactNode
  readonly name: string
  readonly price?: string
  readonly at: string
}) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {mark}
      {name}
      {price !== undefined && <bdi className="figures text-ink">{price}</bdi>}
      <bdi className="text-ink-3">{at}</bdi>
    </span>
  )
}

interface Scale {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

/** Space above and below the line, as a share of the height: the dots stay within. */
const inset = 0.08

type Points = ReturnType<typeof linePoints>

/** An option opens and settles at mids, which the line goes through; a contract at the side that it trades on. */
function withEnds(points: Points, { opened, closed, expiresAt }: ShownTrade): Points {
  if (expiresAt === null) return points
  const ends = closed === null ? [opened] : [opened, closed]
  return [...points, ...ends.map(({ at, price }) => [at, Number(price)] as const)].sort((a, b) => a[0] - b[0])
}

function scaleOf(points: Points, trade: ShownTrade): Scale {
  const ends = trade.closed === null ? [trade.opened] : [trade.opened, trade.closed]
  const times = [...points.map(([at]) => at), ...ends.map(({ at }) => at), endOf(trade)]
  const prices = [...points.map(([, price]) => price), ...ends.map(({ price }) => Number(price))]
  return {
    from: Math.min(...times),
    to: Math.max(...times),
    low: Math.min(...prices),
    high: Math.max(...prices),
  }
}

/** Shares of the width and of the height, from the top left. */
function pointOf(at: number, price: number, { from, to, low, high }: Scale): readonly [number, number] {
  const y = high === low ? 0.5 : (high - price) / (high - low)
  return [to === from ? 0.5 : (at - from) / (to - from), inset + y * (1 - 2 * inset)]
}

function placeOf({ at, price }: TradeEnd, scale: Scale): { readonly left: string; readonly top: string } {
  const [x, y] = pointOf(at, Number(price), scale)
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

function PriceLine({
  points,
  trade: { opened, closed, expiresAt },
  scale,
}: {
  readonly points: Points
  readonly trade: ShownTrade
  readonly scale: Scale
}) {
  const text = (at: number, price: number) => {
    const [x, y] = pointOf(at, price, scale)
    return `${(x * 600).toFixed(1)} ${(y * 160).toFixed(1)}`
  }
  const start = text(opened.at, Number(opened.price))
  const [expiryX] = pointOf(expiresAt ?? scale.to, 0, scale)
  return (
    <svg aria-hidden viewBox="0 0 600 160" preserveAspectRatio="none" className="block size-full">
      <Stroke d={`M${points.map(([at, price]) => text(at, price)).join('L')}`} className="stroke-ink-3" />
      {expiresAt === null ? (
        closed !== null && (
          <Stroke d={`M${start}L${text(closed.at, Number(closed.price))}`} dashed className="stroke-ink" />
        )
      ) : (
        <>
          <Stroke d={`M${start}H600`} dashed className="stroke-ink" />
          <Stroke d={`M${(expiryX * 600).toFixed(1)} 0V160`} dashed className="stroke-ink-3" />
        </>
      )}
    </svg>
  )
}

function Stroke({
  d,
  dashed = false,
  className,
}: {
  readonly d: string
  readonly dashed?: boolean
  readonly className: string
}) {
  return (
    <path
      d={d}
      fill="none"
      strokeWidth="1.5"
      vectorEffect="non-scaling-stroke"
      strokeLinejoin="round"
      {...(dashed && { strokeDasharray: '4 4' })}
      className={className}
    />
  )
}
