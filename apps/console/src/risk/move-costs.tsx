import type { MoveCost, RiskDesk } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { TextInput } from '@candor/ui/controls/field.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useId, useState } from 'react'
import { LineName } from './open-positions.tsx'
import { linesOf, percentOfMove, type RiskLine } from './risk-lines.ts'

interface MoveCostsProps {
  readonly desk: RiskDesk
  readonly percent: number | null
  readonly onPercent: (percent: number | null) => void
}

/** The operator's result if prices jumped, by market; what its accounts could not pay is marked. */
export function MoveCosts({ desk, percent, onPercent }: MoveCostsProps) {
  return (
    <Card flush>
      <SectionHead
        title="If prices jumped"
        action={<OtherMove percent={percent} onPercent={onPercent} />}
        className="px-5 pt-4"
      />
      <p className="max-w-line px-5 pt-1 pb-3 text-14 text-ink-2">
        Your result in USDT if a market, all of a class, or all markets moved at once: no stop or stop-out
        acts between, and customers pay up to their equity. The worst day is the market’s largest fall and
        rise of the last year.
      </p>
      <Table
        label="Result of price moves"
        rows={linesOf(desk)}
        rowKey={({ key }) => key}
        columns={[
          { key: 'name', title: 'Market', cell: (line) => <LineName {...line} /> },
          ...desk.moves.flatMap((move, at) => (move.startsWith('-') ? [] : [pairColumn(desk.moves, at)])),
          worstDay,
        ]}
      />
      <p className="px-5 py-3 text-12 text-ink-3">
        <span className="font-semibold text-bad">Not covered</span>
        {
          ': the trading capital could not pay customers’ open profits after the move, or the negative-balance account could not pay what customers lack.'
        }
      </p>
    </Card>
  )
}

function OtherMove({ percent, onPercent }: Pick<MoveCostsProps, 'percent' | 'onPercent'>) {
  const id = useId()
  const [text, setText] = useState(percent === null ? '' : String(percent))
  const change = (typed: string) => {
    setText(typed)
    const whole = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
    onPercent(whole >= 1 && whole <= 90 ? whole : null)
  }
  return (
    <label htmlFor={id} className="flex shrink-0 items-center gap-2 text-14 text-ink-2">
      Another move, %
      <span className="w-20">
        <TextInput
          id={id}
          inputMode="numeric"
          value={text}
          placeholder="1–90"
          onChange={(event) => change(event.target.value)}
          className="figures h-9"
        />
      </span>
    </label>
  )
}

/** A column for a percentage: the fall above the rise. Moves are in pairs, ascending. */
function pairColumn(moves: readonly string[], at: number): Column<RiskLine> {
  const opposite = moves.length - 1 - at
  const percent = Math.round(Number(moves[at]) * 10_000) / 100
  return {
    key: String(percent),
    title: <bdi dir="ltr">{`±${percent}%`}</bdi>,
    end: true,
    cell: ({ sums }) => <Costs costs={[sums.costs[opposite], sums.costs[at]]} />,
  }
}

const worstDay: Column<RiskLine> = {
  key: 'worst',
  title: 'Worst day',
  end: true,
  cell: ({ market }) => <Costs costs={market?.worstDay ?? []} />,
}

function Costs({ costs }: { readonly costs: readonly (MoveCost | undefined)[] }) {
  return (
    <span className="inline-flex flex-col items-end">
      {costs.map((cost) => cost !== undefined && <Cost key={cost.move} cost={cost} />)}
    </span>
  )
}

function Cost({ cost }: { readonly cost: MoveCost }) {
  const { move, result, shortfall, covered } = cost
  const loses = result.startsWith('-')
  return (
    <span
      className={classNames(
        'whitespace-nowrap',
        loses ? 'text-down' : 'text-up',
        !covered && 'font-semibold',
      )}
      title={Number(shortfall) > 0 ? `Customers could not pay ${shortfall} USDT of their losses` : undefined}
    >
      <span className="me-1.5 text-12 text-ink-3">{percentOfMove(move)}</span>
      <Money amount={result} signed max={0} min={0} />
      {!covered && <span className="block text-end text-12 text-bad">not covered</span>}
    </span>
  )
}
