import type { ProductChange, ReserveMove } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Table } from '@candor/ui/table.tsx'
import { Who } from '../shell/who.tsx'
import { changesOf, placeWords } from './smart-words.ts'

/** What was put into the reserve and taken out of it, for good. */
export function ReserveHistory({ moves }: { readonly moves: readonly ReserveMove[] }) {
  return (
    <Card flush>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-16 text-ink">Moves of the reserve</h2>
      {moves.length === 0 ? (
        <p className="px-5 pb-4 text-14 text-ink-2">Nobody has moved it here yet.</p>
      ) : (
        <Table
          label="Moves of the reserve"
          rows={moves}
          rowKey={({ at, amount }) => `${at} ${amount}`}
          columns={[
            {
              key: 'what',
              title: 'What',
              cell: ({ direction, place }) => (
                <span className="flex items-center gap-2">
                  <Badge tone={direction === 'in' ? 'good' : 'warn'}>
                    {direction === 'in' ? 'put in' : 'taken out'}
                  </Badge>
                  {placeWords[place]}
                </span>
              ),
            },
            {
              key: 'amount',
              title: 'Amount',
              end: true,
              cell: ({ amount }) => <Money amount={amount} asset="USDT" max={6} />,
            },
            { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
            { key: 'who', title: 'Proposed, approved', cell: (move) => <Who {...move} /> },
          ]}
        />
      )}
    </Card>
  )
}

/** Each change of a product, for good. */
export function ProductHistory({ changes }: { readonly changes: readonly ProductChange[] }) {
  return (
    <Card flush>
      <h2 className="px-5 pt-4 pb-2 font-semibold text-16 text-ink">History of the products</h2>
      {changes.length === 0 ? (
        <p className="px-5 pb-4 text-14 text-ink-2">Nobody has changed one yet.</p>
      ) : (
        <Table
          label="History of the products"
          rows={changes}
          rowKey={({ at, productId }) => `${at} ${productId}`}
          columns={[
            {
              key: 'name',
              title: 'Product',
              cell: ({ after }) => <span className="text-ink">{after.name}</span>,
            },
            {
              key: 'what',
              title: 'What changed',
              cell: ({ before, after }) => (
                <span className="figures flex flex-col whitespace-normal!">
                  {changesOf(before, after).map((one) => (
                    <span key={one}>{one}</span>
                  ))}
                </span>
              ),
            },
            { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
            { key: 'who', title: 'Proposed, approved', cell: (change) => <Who {...change} /> },
          ]}
        />
      )}
    </Card>
  )
}
