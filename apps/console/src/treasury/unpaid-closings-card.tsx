import type { Reserve } from '@candor/contract'
import { Link } from 'wouter'
import { useOps } from '../session/use-ops.ts'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'

const reasonWords: Readonly<Record<string, string>> = {
  stopOut: 'stop-out',
  stopLoss: 'stop loss',
  takeProfit: 'take profit',
  trailing: 'trailing stop',
  roll: 'contract expiry',
}

/** Positions that had to close, but that the operator's accounts cannot pay; nothing while there are none. */
export function UnpaidClosingsCard() {
  const { data } = useOps('opsReserve', {}, { everyMs: 10_000 })
  if (data === undefined || data.unpaid.length === 0) return null
  return (
    <ListCard
      title="Unpaid closings"
      none="None."
      rows={data.unpaid}
      rowKey={({ orderId }) => orderId}
      columns={[
        { key: 'since', title: 'Since', cell: ({ since }) => momentOf(since) },
        {
          key: 'order',
          title: 'Order',
          cell: ({ orderNo, userId }: Reserve['unpaid'][number]) => (
            <Link href={`/customers/${userId}`} className="text-accent">
              {orderNo}
            </Link>
          ),
        },
        { key: 'code', title: 'Market', cell: ({ code }) => code },
        { key: 'mode', title: 'Account', cell: ({ mode }) => (mode === 'real' ? 'real' : 'demo') },
        { key: 'why', title: 'Closed by', cell: ({ reason }) => reasonWords[reason] ?? reason },
      ]}
    />
  )
}
