import type { ProductChange, ReserveMove } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { Who } from '../shell/who.tsx'
import { changesOf, placeWords } from './smart-words.ts'

/** What was put into the reserve and taken out of it, for good. */
export function ReserveHistory({ moves }: { readonly moves: readonly ReserveMove[] }) {
  return (
    <ListCard
      title="Moves of the reserve"
      none="Nobody has moved it here yet."
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
  )
}

/** Each change of a product, for good. */
export function ProductHistory({ changes }: { readonly changes: readonly ProductChange[] }) {
  return (
    <ListCard
      title="History of the products"
      none="Nobody has changed one yet."
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
  )
}
