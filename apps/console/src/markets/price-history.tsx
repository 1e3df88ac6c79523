import type { MarketHistory } from '@candor/contract'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import type { Column } from '@candor/ui/figures/table.tsx'
import { History } from 'lucide-react'
import { useOps } from '../session/use-ops.ts'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'

/** Past of the live charts: how far the exchanges have supplied it, gaps, and refusals. */
export function PriceHistory() {
  const query = useOps('opsMarketHistory', {}, { everyMs: 15_000 })
  return (
    <Shown query={query}>
      {(markets) => (
        <ListCard
          title="Price history"
          none={
            <EmptyState
              icon={<History aria-hidden />}
              title="No live markets"
              text="Live charts get their past from the exchange that supplies their prices. This installation has no live prices."
            />
          }
          rows={[...markets].sort(byUrgency)}
          rowKey={({ code }) => code}
          columns={columns}
        />
      )}
    </Shown>
  )
}

/** Refused markets first, then those that are still loading. */
const byUrgency = (a: MarketHistory, b: MarketHistory): number =>
  Number(b.refused !== null) - Number(a.refused !== null) ||
  a.filled - b.filled ||
  a.code.localeCompare(b.code)

const since = (moment: string | null): string => (moment === null ? '–' : momentOf(moment))
const wholeNumber = new Intl.NumberFormat('en')

const columns: readonly Column<MarketHistory>[] = [
  {
    key: 'code',
    title: 'Market',
    cell: ({ code }) => <span className="font-medium text-ink">{code}</span>,
  },
  { key: 'origin', title: 'Supplied by', cell: ({ origin }) => <span className="capitalize">{origin}</span> },
  { key: 'filled', title: 'Loaded', cell: (market) => <Loaded market={market} /> },
  { key: 'candles', title: 'Candles', cell: ({ candles }) => <Figure text={wholeNumber.format(candles)} /> },
  {
    key: 'minute',
    title: 'Minutes since',
    cell: ({ oldestMinute }) => <Figure text={since(oldestMinute)} />,
  },
  { key: 'hour', title: 'Hours since', cell: ({ oldestHour }) => <Figure text={since(oldestHour)} /> },
  { key: 'day', title: 'Days since', cell: ({ oldestDay }) => <Figure text={since(oldestDay)} /> },
  {
    key: 'gaps',
    title: 'Gaps filled',
    cell: ({ gapsFilled, gapsOpen }) => (
      <Figure text={gapsOpen === 0 ? String(gapsFilled) : `${gapsFilled} of ${gapsFilled + gapsOpen}`} />
    ),
  },
]

function Loaded({ market: { filled, refused } }: { readonly market: MarketHistory }) {
  if (refused !== null)
    return (
      <span className="flex flex-col items-start gap-1">
        <Badge tone="bad">refused</Badge>
        <span className="text-12 text-ink-3 [overflow-wrap:anywhere]">{refused}</span>
      </span>
    )
  if (filled === 1) return <Badge tone="good">complete</Badge>
  return <Figure text={`${Math.floor(filled * 100)}%`} />
}

const Figure = ({ text }: { readonly text: string }) => <span className="figures">{text}</span>
