import type { TreasuryMoveShown } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { Who } from '../shell/who.tsx'
import { actWords, placeWords } from './treasury-words.ts'

/** Permanent record of every move. */
export function TreasuryHistory({ moves }: { readonly moves: readonly TreasuryMoveShown[] }) {
  return (
    <ListCard
      title="Movements"
      none="No movements yet."
      csv={{ name: 'treasury-moves', rows: () => rowsOf(moves) }}
      rows={moves}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'what',
          title: 'Movement',
          cell: ({ act, from, to }) => (
            <span className="flex flex-col items-start gap-1">
              <Badge tone={to === 'world' ? 'warn' : 'good'}>{actWords[act]}</Badge>
              <span className="text-ink-2">{`${placeWords[from]} → ${placeWords[to]}`}</span>
            </span>
          ),
        },
        {
          key: 'amount',
          title: 'Amount',
          end: true,
          cell: ({ amount, coin }) => <Money amount={amount} asset={coin} max={8} />,
        },
        {
          key: 'why',
          title: 'Reference, reason',
          cell: ({ reference, reason }) => (
            <span className="flex flex-col whitespace-normal">
              <span className="text-ink">{reference === '' ? 'not required' : reference}</span>
              <span className="text-12 text-ink-3">{reason}</span>
            </span>
          ),
        },
        { key: 'who', title: 'Proposed, approved', cell: (move) => <Who {...move} /> },
      ]}
    />
  )
}

const rowsOf = (moves: readonly TreasuryMoveShown[]) => [
  ['at', 'act', 'from', 'to', 'amount', 'coin', 'reference', 'reason', 'proposed by', 'approved by'],
  ...moves.map((one) => [
    one.at,
    one.act,
    one.from,
    one.to,
    one.amount,
    one.coin,
    one.reference,
    one.reason,
    one.proposedBy,
    one.approvedBy,
  ]),
]
