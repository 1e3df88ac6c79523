import type { SavingsShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { momentOf } from '../shell/moments.ts'
import { PageHead } from '../shell/page-head.tsx'
import { percentOf } from '../shell/percent.ts'
import { Shown } from '../shell/states.tsx'
import { FundLink } from '../treasury/fund-link.tsx'
import { OfferDialog } from './savings-dialogs.tsx'

const amountOf = (amount: string, coin: string) => `${formatDecimal(amount, 'en', { min: 2 })} ${coin}`
const dayOf = (iso: string) => iso.slice(0, 10)

/** Coins for savings, and the operator's own money that pays the interest. Changes to both need two people. */
export function SavingsPage() {
  const query = useOps('opsSavings', {})
  const may = ['finance', 'admin'].includes(useMe().role)
  const [edited, setEdited] = useState<SavingsShown | null>(null)
  return (
    <div className="p-6">
      <PageHead
        title="Savings"
        text={`Coins held for interest. New savings are accepted only while the reserve covers ${query.data?.coverDays ?? 30} days of interest on all savings. That interest is set aside and cannot be used for anything else.`}
      >
        <CsvButton name="savings" rows={() => rowsOf(query.data?.coins ?? [])} />
      </PageHead>
      <Shown query={query}>
        {({ coins, changes }) => (
          <div className="flex flex-col gap-6">
            <div className="grid items-start gap-4 xl:grid-cols-3">
              {coins.map((coin) => (
                <CoinCard key={coin.coin} shown={coin} onOffer={may ? () => setEdited(coin) : null} />
              ))}
            </div>
            <ListCard
              title="Changes"
              none="No offers yet. Propose an offer for a coin and fund its reserve."
              rows={changes}
              rowKey={({ coin, changedAt }) => `${coin} ${changedAt}`}
              columns={[
                { key: 'at', title: 'Time', cell: ({ changedAt }) => momentOf(changedAt) },
                { key: 'coin', title: 'Coin', cell: ({ coin }) => coin },
                {
                  key: 'new',
                  title: 'New savings',
                  cell: ({ taking }) => (taking ? 'accepted' : 'not accepted'),
                },
                {
                  key: 'rate',
                  title: 'Daily rate',
                  end: true,
                  cell: ({ dailyRate, rateFrom }) => (
                    <span className="figures">{`${percentOf(dailyRate)}% from ${dayOf(rateFrom)}`}</span>
                  ),
                },
                { key: 'why', title: 'Reason', cell: ({ reason }) => reason },
                {
                  key: 'who',
                  title: 'Proposed, approved',
                  cell: ({ proposedBy, approvedBy }) => `${proposedBy}, ${approvedBy}`,
                },
              ]}
            />
          </div>
        )}
      </Shown>
      {edited !== null && <OfferDialog shown={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

function CoinCard({
  shown,
  onOffer,
}: {
  readonly shown: SavingsShown
  readonly onOffer: (() => void) | null
}) {
  const { coin, offer } = shown
  const amount = (name: string, value: string) => (
    <Detail name={name}>
      <span className="figures">{amountOf(value, coin)}</span>
    </Detail>
  )
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-16 text-ink">{coin}</h2>
        {offer === null ? (
          <Badge>never offered</Badge>
        ) : (
          <Badge tone={offer.taking ? 'good' : 'neutral'}>{offer.taking ? 'on' : 'off'}</Badge>
        )}
      </div>
      <DetailList>
        {offer !== null && (
          <>
            <Detail name="Daily rate">
              <span className="figures">{`${percentOf(offer.dailyRate)}% (${percentOf(offer.yearlyRate)}% a year)`}</span>
            </Detail>
            {offer.next !== null && (
              <Detail name={`From ${dayOf(offer.next.from)}`}>
                <span className="figures">{`${percentOf(offer.next.dailyRate)}%`}</span>
              </Detail>
            )}
            {amount('Minimum amount', offer.minAmount)}
          </>
        )}
        {amount(`Held by ${shown.customers} ${shown.customers === 1 ? 'customer' : 'customers'}`, shown.held)}
        {amount('Reserve', shown.reserve)}
        {amount('Set aside for customers', shown.reserved)}
        {amount('Missing for full cover', shown.missing)}
        {shown.room !== null && amount('Covers new savings up to', shown.room)}
        {amount('Interest paid', shown.paid)}
      </DetailList>
      {onOffer !== null && (
        <div className="flex gap-2">
          <Button variant="secondary" size="s" aria-label={`Change offer of ${coin}`} onClick={onOffer}>
            Change offer …
          </Button>
          <FundLink place="savings-reserve" coin={coin} label={`Fund reserve of ${coin}`} size="s" />
        </div>
      )}
    </Card>
  )
}

const rowsOf = (coins: readonly SavingsShown[]) => [
  [
    'coin',
    'new savings',
    'daily rate',
    'minimum',
    'held',
    'customers',
    'reserve',
    'set aside',
    'missing',
    'paid',
  ],
  ...coins.map(({ offer, ...one }) => [
    one.coin,
    offer?.taking === true ? 'on' : 'off',
    offer?.dailyRate ?? '',
    offer?.minAmount ?? '',
    one.held,
    String(one.customers),
    one.reserve,
    one.reserved,
    one.missing,
    one.paid,
  ]),
]
