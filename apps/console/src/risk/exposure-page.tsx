import type { RiskDesk } from '@candor/contract'
import { Banner, EmptyState } from '@candor/ui/feedback.tsx'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { AccountTables } from './account-tables.tsx'
import { LimitsCard } from './limits-card.tsx'
import { MoveCosts } from './move-costs.tsx'
import { OpenPositions } from './open-positions.tsx'
import { RiskFigures } from './risk-figures.tsx'
import { RiskHistoryCard } from './risk-history-card.tsx'
import { linesOf, percentOfMove } from './risk-lines.ts'

/** The operator's risk from customers' open positions with real money. */
export function ExposurePage() {
  const [percent, setPercent] = useState<number | null>(null)
  const query = useOps('opsRiskDesk', percent === null ? {} : { percent }, { everyMs: 5_000 })
  return (
    <div className="p-6">
      <PageHead
        title="Exposure"
        text="Open real-money positions by market, what moves of prices would cost you, and the money that covers it."
      >
        <CsvButton name="exposure" rows={() => (query.data === undefined ? [] : csvOf(query.data))} />
      </PageHead>
      <Shown query={query}>
        {(desk) => (
          <div className="flex flex-col gap-4">
            {query.error !== null && (
              <Banner tone="warn" title="These figures are no longer current">
                They could not be read again.
              </Banner>
            )}
            <RiskFigures desk={desk} />
            {desk.markets.length === 0 ? (
              <EmptyState
                icon={<Scale aria-hidden />}
                title="No open positions"
                text="No customer holds a real-money position."
              />
            ) : (
              <OpenPositions desk={desk} />
            )}
            <LimitsCard limits={desk.limits} />
            {desk.markets.length > 0 && (
              <>
                <MoveCosts desk={desk} percent={percent} onPercent={setPercent} />
                <AccountTables desk={desk} />
              </>
            )}
            <RiskHistoryCard />
          </div>
        )}
      </Shown>
    </div>
  )
}

const csvOf = (desk: RiskDesk) => [
  [
    ...['market', 'net', 'gross', 'margin', 'positions', 'customers', 'unrealised', 'today'],
    ...desk.moves.map((move) => `result at ${percentOfMove(move)}`),
  ],
  ...linesOf(desk).map(({ name, sums }) => [
    ...[name, sums.net, sums.gross, sums.margin, String(sums.positions), String(sums.customers)],
    ...[sums.unrealised, sums.today],
    ...sums.costs.map(({ result }) => result),
  ]),
]
