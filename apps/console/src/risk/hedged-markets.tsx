import type { HedgedMarketState } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { actColumn } from '../shell/act-column.tsx'
import { distanceTo } from '../shell/moments.ts'
import type { StopOfHedging } from './hedging-stop-dialog.tsx'
import { hindranceWords, passedText } from './hedging-words.ts'

/** Every hedged market: customers' net position, what is kept of it and what is laid off. */
export function HedgedMarkets({
  markets,
  onStop,
}: {
  readonly markets: readonly HedgedMarketState[]
  readonly onStop: (stop: StopOfHedging) => void
}) {
  return (
    <Card flush>
      <SectionHead title="Hedged markets" className="px-5 pt-4" />
      <p className="max-w-line px-5 pt-1 pb-3 text-14 text-ink-2">
        In lots. What is beyond the limit and not laid off yet is the residual. A market whose books differ
        from the venue’s stops until you resume it.
      </p>
      <Table
        label="Hedged markets"
        rows={markets}
        rowKey={({ code }) => code}
        columns={[
          { key: 'code', title: 'Market', cell: (market) => <Name {...market} /> },
          ...figures,
          actColumn<HedgedMarketState>((market) => <StopButton market={market} onStop={onStop} />),
        ]}
        card={(market) => <MarketCard market={market} onStop={onStop} />}
      />
    </Card>
  )
}

interface OfMarket {
  readonly market: HedgedMarketState
  readonly onStop: (stop: StopOfHedging) => void
}

function StopButton({ market: { code, stop }, onStop }: OfMarket) {
  return (
    <Button
      variant="secondary"
      size="s"
      aria-label={stop === null ? `Stop hedging ${code}` : `Resume hedging ${code}`}
      onClick={() => onStop({ code, stopped: stop === null })}
    >
      {stop === null ? 'Stop …' : 'Resume …'}
    </Button>
  )
}

/** The same on a narrow screen. */
function MarketCard({ market, onStop }: OfMarket) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Name {...market} />
        <StopButton market={market} onStop={onStop} />
      </div>
      <DetailList className="mt-2">
        {figures.map(({ key, title, cell }) => (
          <Detail key={key} name={title}>
            {cell(market)}
          </Detail>
        ))}
      </DetailList>
    </>
  )
}

const Name = (market: HedgedMarketState) => (
  <span className="flex flex-col text-14">
    <span className="text-ink">{market.code}</span>
    <State {...market} />
  </span>
)

const figures: readonly Column<HedgedMarketState>[] = [
  {
    key: 'net',
    title: 'Customers’ net',
    end: true,
    cell: ({ net, netValue }) => <Lots lots={net} value={netValue} />,
  },
  {
    key: 'limit',
    title: 'Limit',
    end: true,
    cell: (market) => (hasNoLimit(market) ? 'none' : <LimitInLots {...market} />),
  },
  {
    key: 'laidOff',
    title: 'Laid off',
    end: true,
    cell: ({ laidOff, laidOffValue }) => <Lots lots={laidOff} value={laidOffValue} />,
  },
  { key: 'residual', title: 'Residual', end: true, cell: (market) => <Residual {...market} /> },
  { key: 'comparison', title: 'Drop copy', cell: (market) => <Comparison {...market} /> },
  {
    key: 'result',
    title: 'Result, fees',
    end: true,
    cell: ({ realised, charged }) => (
      <span className="flex flex-col items-end">
        <Money amount={realised} signed />
        <span className="text-12 text-ink-3">
          <Money amount={charged} />
        </span>
      </span>
    ),
  },
]

/** A limit in USDT is none in lots while there is no price; then the residual is not known either. */
const hasNoLimit = ({ limit, residual }: HedgedMarketState) => limit === null && residual !== null

function State(market: HedgedMarketState) {
  const { stop } = market
  const [text, tone] = stateOf(market)
  const color = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', neutral: 'text-ink-3' }[tone]
  return (
    <span className={`max-w-56 text-12 [overflow-wrap:anywhere] ${color}`}>
      {stop === null ? text : `${text}: ${stop.reason}`}
    </span>
  )
}

function stateOf(market: HedgedMarketState) {
  const { hindrance, laidOff } = market
  if (hindrance !== null) return hindranceWords[hindrance]
  if (!hasNoLimit(market)) return ['hedged', 'good'] as const
  // What was laid off under an earlier limit stays until customers close.
  return [
    Number(laidOff) === 0 ? 'no limit: all is kept' : 'no limit: no more is laid off',
    'neutral',
  ] as const
}

/** It follows the price: further digits would only move. */
const LimitInLots = ({ limit }: HedgedMarketState) =>
  limit === null ? '–' : <Money amount={limit} min={0} max={4} />

function Lots({ lots, value }: { readonly lots: string; readonly value: string | null }) {
  return (
    <span className="flex flex-col items-end">
      <Money amount={lots} min={0} />
      {value !== null && (
        <span className="text-12 text-ink-3">
          <Money amount={value} signed max={0} min={0} />
        </span>
      )}
    </span>
  )
}

/** An order takes a moment; only what stays longer is wrong. */
const usualResidualMs = 5_000

function Residual({ residual, residualMs }: HedgedMarketState) {
  if (residual === null) return <span className="text-warn">no price</span>
  if (Number(residual) === 0) return <span className="text-ink-3">none</span>
  return (
    <span
      className={classNames(
        'flex flex-col items-end',
        residualMs < usualResidualMs ? 'text-ink-2' : 'text-bad',
      )}
    >
      <Money amount={residual} min={0} />
      <span className="text-12">{`for ${passedText(residualMs)}`}</span>
    </span>
  )
}

function Comparison({ comparison }: HedgedMarketState) {
  if (comparison === null) return <span className="text-ink-3">–</span>
  const { agrees, ours, theirs, foreignFills, missingFills, at } = comparison
  const differences = [
    ...(ours === theirs ? [] : [`${lotsText(ours)} here, ${lotsText(theirs)} there`]),
    ...(foreignFills === 0 ? [] : [`${foreignFills} executions that are not ours`]),
    ...(missingFills === 0 ? [] : [`${missingFills} executions that the venue lacks`]),
  ]
  return (
    <span className="flex flex-col">
      <span className={agrees ? 'text-good' : 'text-bad'}>{agrees ? 'agrees' : differences.join('; ')}</span>
      <span className="whitespace-nowrap text-12 text-ink-3">{distanceTo(at, Date.now())}</span>
    </span>
  )
}

const lotsText = (lots: string): string => lots.replace('-', '−')
