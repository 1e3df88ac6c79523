import type { ProductChange } from '@candor/contract'
import { ListCard } from '../shell/list-card.tsx'
import { Who } from '../shell/who.tsx'
import { changesOf } from './smart-words.ts'

/** Permanent record of a product's changes. */
export function ProductHistory({ changes }: { readonly changes: readonly ProductChange[] }) {
  return (
    <ListCard
      title="Product history"
      none="No changes yet."
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
          title: 'Change',
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
