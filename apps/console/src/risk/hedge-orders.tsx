import type { HedgeOrderShown } from '@candor/contract'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useOps } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import { stateWords } from './hedging-words.ts'

/** The newest orders at the venue with their executions. */
export function HedgeOrders() {
  const query = useOps('opsHedgeOrders', {}, { everyMs: 2_000 })
  return (
    <Shown query={query}>
      {({ orders }) =>
        orders.length > 0 && (
          <Card flush>
            <SectionHead title="Orders at the venue" className="px-5 pt-4 pb-2" />
            <Table
              label="Orders at the venue"
              rows={orders}
              rowKey={({ clientId }) => clientId}
              columns={columns}
              card={(order) => <OrderCard {...order} />}
            />
          </Card>
        )
      }
    </Shown>
  )
}

const columns: readonly Column<HedgeOrderShown>[] = [
  { key: 'at', title: 'Time', cell: ({ createdAt }) => momentOf(createdAt) },
  { key: 'code', title: 'Market', cell: ({ code }) => <span className="text-ink">{code}</span> },
  { key: 'side', title: 'Side', cell: ({ side }) => side },
  { key: 'lots', title: 'Lots', end: true, cell: ({ lots }) => <span className="figures">{lots}</span> },
  { key: 'state', title: 'State', cell: (order) => <OrderState {...order} /> },
  { key: 'fills', title: 'Executions', end: true, cell: ({ fills }) => <Fills fills={fills} /> },
  {
    key: 'result',
    title: 'Result, fees',
    end: true,
    cell: ({ fills }) => <Results fills={fills} />,
  },
]

/** The same on a narrow screen. */
const OrderCard = (order: HedgeOrderShown) => (
  <div className="flex items-start justify-between gap-3 text-14">
    <span className="flex flex-col">
      <span className="text-ink">{`${order.side} ${order.lots} ${order.code}`}</span>
      <span className="text-12 text-ink-3">{momentOf(order.createdAt)}</span>
      <OrderState {...order} />
    </span>
    <span className="flex flex-col items-end gap-1">
      <Fills fills={order.fills} />
      <Results fills={order.fills} />
    </span>
  </div>
)

function OrderState({ state, reason }: HedgeOrderShown) {
  const [text, tone] = stateWords[state]
  const color = { good: 'text-good', warn: 'text-warn', bad: 'text-bad', neutral: 'text-ink-2' }[tone]
  return (
    <span className="flex max-w-64 flex-col">
      <span className={color}>{text}</span>
      {reason !== null && <span className="text-12 text-ink-3 [overflow-wrap:anywhere]">{reason}</span>}
    </span>
  )
}

function Results({ fills }: Pick<HedgeOrderShown, 'fills'>) {
  return (
    <span className="flex flex-col items-end">
      {fills.map(({ id, realised, charged }) => (
        <span key={id} className="figures">
          <Money amount={realised} signed />
          <span className="text-ink-3">
            {' '}
            <Money amount={charged} />
          </span>
        </span>
      ))}
    </span>
  )
}

function Fills({ fills }: Pick<HedgeOrderShown, 'fills'>) {
  return (
    <span className="flex flex-col items-end">
      {fills.map(({ id, lots, price, paid }) => (
        <span key={id} className="figures">
          {`${lots} at ${price}`}
          {!paid && <span className="text-warn"> unpaid</span>}
        </span>
      ))}
    </span>
  )
}
