import { classNames } from '@candor/ui/class-names.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card } from '@candor/ui/surface.tsx'
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
  readonly closed: TradeEnd
}

/** A closed trade on the prices of its time: where it was opened and where it was closed. Nothing where no candles are stored. */
export function TradeChart({ trade }: { readonly trade: ShownTrade }) {
  const { t, tag } = useWords()
  const { code, opened, closed } = trade
  const shown = tradeWindow(opened.at, closed.at)
  const { data: candles, error } = useApiQuery('getKValueByCodeAndDate', { code, ...shown, limit: 1000 })
  if (error !== null || (candles !== undefined && candles.length < 2)) return null
  const points = candles === undefined ? null : linePoints(candles, shown.interval)
  const scale = points === null ? null : scaleOf(points, trade)
  const ends = [
    { key: 'open', end: opened, dot: 'border-2 border-ink bg-surface' },
    { key: 'close', end: closed, dot: 'bg-ink' },
  ] as const
  return (
    <Card className="print:break-inside-avoid">
      <figure aria-label={code}>
        <div dir="ltr" className="relative h-40">
          {points !== null && scale !== null && <PriceLine points={points} trade={trade} scale={scale} />}
          {scale !== null &&
            ends.map(({ key, end, dot }) => (
              <span
                key={key}
                aria-hidden
                className={classNames(
                  'absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full',
                  dot,
                )}
                style={placeOf(end, scale)}
              />
            ))}
        </div>
        <figcaption className="mt-3 flex flex-wrap justify-between gap-x-6 gap-y-1 text-12 text-ink-2">
          {ends.map(({ key, end, dot }) => (
            <span key={key} className="inline-flex items-center gap-2">
              <span aria-hidden className={classNames('size-2.5 rounded-full', dot)} />
              {t('receipts.event.title', { kind: key })}
              <bdi className="figures text-ink">{formatDecimal(end.price, tag)}</bdi>
              <bdi className="text-ink-3">{formatMinute(end.at, tag)}</bdi>
            </span>
          ))}
        </figcaption>
      </figure>
    </Card>
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

function scaleOf(points: Points, { opened, closed }: ShownTrade): Scale {
  const ends = [opened, closed]
  const times = [...points.map(([at]) => at), ...ends.map(({ at }) => at)]
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
  trade,
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
  const line = points.map(([at, price]) => text(at, price)).join('L')
  const { opened, closed } = trade
  return (
    <svg aria-hidden viewBox="0 0 600 160" preserveAspectRatio="none" className="block size-full">
      <path
        d={`M${line}`}
        fill="none"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        className="stroke-ink-3"
      />
      <path
        d={`M${text(opened.at, Number(opened.price))}L${text(closed.at, Number(closed.price))}`}
        fill="none"
        strokeWidth="1.5"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
        className="stroke-ink"
      />
    </svg>
  )
}
