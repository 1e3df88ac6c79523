import type { CandleInterval, SavedChart } from '@candor/contract'
import { formatPercent, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { useEffect, useMemo, useRef } from 'react'
import { prices, useFullQuotes } from '../../../live/price-socket.ts'
import { callServer } from '../../../session/calls/call-server.ts'
import { useWords } from '../../../session/language/language.ts'
import { useMarketList } from '../../list/use-market-list.ts'
import type { CandleChart } from '../candle-chart.ts'
import { usePageColors } from '../page-colors.ts'
import type { ComparedRow } from './compared-rows.ts'
import { createComparisonFeed } from './comparison-feed.ts'
import { comparisonLine, type ShownComparison } from './comparison-indicator.ts'

interface LayerProps {
  readonly canvas: CandleChart
  readonly code: string
  readonly interval: CandleInterval
}

/** Draws another market into the chart, where one was chosen. */
export function ComparisonLayer({
  canvas,
  chart: { compare, interval },
}: Pick<LayerProps, 'canvas'> & { readonly chart: SavedChart }) {
  if (compare === undefined) return null
  return <ComparisonLine canvas={canvas} code={compare} interval={interval} />
}

function ComparisonLine({ canvas, code, interval }: LayerProps) {
  useFullQuotes([code])
  const look = useLook(code)
  const latest = useRef(look)
  latest.current = look
  const followed = useRef<FollowedComparison | null>(null)
  useEffect(() => {
    const made = followComparison({ canvas, code, interval }, () => latest.current)
    followed.current = made
    return made.stop
  }, [canvas, code, interval])
  useEffect(() => {
    if (look === latest.current) followed.current?.redraw()
  }, [look])
  return null
}

type Look = Omit<ShownComparison, 'closes' | 'firstVisible'>

/** The line in the reader's language and colours. */
function useLook(code: string): Look {
  const { t, tag } = useWords()
  const { named } = usePageColors()
  const { markets } = useMarketList()
  const { source = null, digits = 0 } = markets?.find((market) => market.code === code) ?? {}
  const name = source === null ? code : `${code} · ${t(`markets.source.${source}`)}`
  const color = named.orange
  return useMemo(() => {
    const write = ({ change, price }: ComparedRow): string => {
      if (change === undefined || price === undefined) return '—'
      return `${formatPercent(change * 100, tag, 2)} · ${formatPrice(price.toFixed(digits), digits, tag)}`
    }
    return { name, color, write }
  }, [name, color, tag, digits])
}

const pageSize = 500

interface FollowedComparison {
  readonly redraw: () => void
  readonly stop: () => void
}

/** Keeps the line with the visible bars and the live price, until it is stopped. */
function followComparison({ canvas, code, interval }: LayerProps, look: () => Look): FollowedComparison {
  const { library } = canvas
  let frame = 0
  const draw = () => {
    frame = 0
    const firstVisible = library.getVisibleRange().from
    canvas.compare(comparisonLine({ ...look(), closes: feed.closes(), firstVisible }))
  }
  const soon = () => {
    frame ||= requestAnimationFrame(draw)
  }
  const load = (before: number | null) =>
    callServer('getKValueByCodeAndDate', {
      code,
      interval,
      limit: pageSize,
      ...(before === null ? {} : { to: before - 1 }),
    })
  const feed = createComparisonFeed(interval, load, soon)
  let seen = ''
  const onRange = () => {
    const bars = library.getDataList()
    const first = bars[0]
    if (first !== undefined) feed.reachBack(first.timestamp)
    const range = `${bars.length} ${first?.timestamp} ${library.getVisibleRange().from}`
    if (range !== seen) soon()
    seen = range
  }
  library.subscribeAction('onVisibleRangeChange', onRange)
  onRange()
  const leave = prices.follow(code, () => {
    const price = prices.get(code)
    if (price?.time !== undefined) feed.price(Number(price.price), price.time)
  })
  const stop = () => {
    leave()
    library.unsubscribeAction('onVisibleRangeChange', onRange)
    cancelAnimationFrame(frame)
    feed.stop()
    canvas.compare(null)
  }
  return { redraw: soon, stop }
}
