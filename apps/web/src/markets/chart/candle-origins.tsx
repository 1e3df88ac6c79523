import type { BadPrint, CandleInterval, CandleStretch, MarketSource, StretchOrigin } from '@candor/contract'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute, formatSecond } from '@candor/ui/figures/format-moment.ts'
import { Popover } from '@candor/ui/overlays/menu.tsx'
import { History } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'

const exchangeNames: Readonly<Record<Exclude<StretchOrigin, 'import'>, string>> = {
  kraken: 'Kraken',
  coinbase: 'Coinbase',
  binance: 'Binance',
  massive: 'Massive',
}
/** Stretches listed; a year of outages would fill the screen. */
const mostListed = 8
const lookAgainMs = 15_000

/**
 * Button and panel that say which candles of the chart an exchange supplied or the operator imported, and which bad prints are in none;
 * nothing where there are none of these.
 */
export function CandleOrigins({
  code,
  interval,
  source,
  triggerClass,
  onFilled,
}: {
  readonly code: string
  readonly interval: CandleInterval
  /** Source of the market's prices now: charts of simulated prices have neither other candles nor bad prints. */
  readonly source: MarketSource | null
  readonly triggerClass: string
  /** Called when more candles have arrived than the chart was loaded with. */
  readonly onFilled: () => void
}) {
  const { t } = useWords()
  const enabled = source !== 'simulated'
  const options = { enabled, refetchIntervalMs: lookAgainMs }
  const { data } = useApiQuery('getCandleOrigins', { code, interval }, options)
  useFilled(`${code} ${interval}`, data?.filling, onFilled)
  if (data === undefined) return null
  const { stretches, filling, badPrints } = data
  if (stretches.length === 0 && !filling && badPrints.length === 0) return null
  return (
    <Popover
      label={t('markets.chart.origins')}
      trigger={<History aria-hidden className="size-4" />}
      triggerClass={triggerClass}
      panelClass="w-80 max-w-[calc(100vw-2rem)]"
    >
      {() => <OriginsPanel stretches={stretches} filling={filling} badPrints={badPrints} />}
    </Popover>
  )
}

/** Calls `onFilled` once when a chart's past, still loading when the chart opened, is whole. */
function useFilled(chart: string, filling: boolean | undefined, onFilled: () => void): void {
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (filling === true) waiting.current = chart
    if (filling !== false) return
    if (waiting.current === chart) onFilled()
    waiting.current = null
  }, [chart, filling, onFilled])
}

function OriginsPanel({
  stretches,
  filling,
  badPrints,
}: {
  readonly stretches: readonly CandleStretch[]
  readonly filling: boolean
  readonly badPrints: readonly BadPrint[]
}) {
  const { t, tag } = useWords()
  const lineOf = ({ from, to, why, origin }: CandleStretch) =>
    t(`markets.chart.origins.${why}`, {
      from: formatMinute(from, tag),
      to: formatMinute(to, tag),
      exchange: origin === 'import' ? '' : exchangeNames[origin],
    })
  const imported = stretches.filter(({ origin }) => origin === 'import')
  const supplied = stretches.filter(({ origin }) => origin !== 'import')
  return (
    <div className="flex flex-col gap-2 p-2 text-13 text-ink-2">
      <p className="font-medium text-ink">{t('markets.chart.origins')}</p>
      {supplied.length > 0 && (
        <>
          <p>{t('markets.chart.origins.text')}</p>
          <StretchLines lines={supplied.map(lineOf)} />
          <p className="text-12 text-ink-3">{t('markets.chart.origins.note')}</p>
        </>
      )}
      {imported.length > 0 && (
        <>
          <p>{t('markets.chart.origins.imported')}</p>
          <StretchLines lines={imported.map(lineOf)} />
          <p className="text-12 text-ink-3">{t('markets.chart.origins.importedNote')}</p>
        </>
      )}
      {badPrints.length > 0 && <BadPrintLines badPrints={badPrints} />}
      {filling && <p role="status">{t('markets.chart.origins.filling')}</p>}
    </div>
  )
}

/** The newest lines first. */
function StretchLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {lines
        .slice(-mostListed)
        .reverse()
        .map((line) => (
          <li key={line} className="text-ink">
            {line}
          </li>
        ))}
    </ul>
  )
}

function BadPrintLines({ badPrints }: { readonly badPrints: readonly BadPrint[] }) {
  const { t, tag } = useWords()
  return (
    <>
      <p>{t('markets.chart.origins.badPrints')}</p>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto">
        {[...badPrints].reverse().map(({ seq, time, bid, ask }) => (
          <li key={seq} className="text-ink">
            <bdi className="figures">{formatSecond(time, tag)}</bdi>
            <span className="block text-12 text-ink-2">
              {t('markets.price.bid')} <bdi className="figures">{formatDecimal(bid, tag)}</bdi>
              {' · '}
              {t('markets.price.ask')} <bdi className="figures">{formatDecimal(ask, tag)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
