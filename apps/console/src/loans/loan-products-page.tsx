import type { LoanOfferChange, LoanProductShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { CapitalCard } from '../shell/capital-card.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { ListCard } from '../shell/list-card.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { percentOf } from '../shell/percent.ts'
import { Shown } from '../shell/states.tsx'
import { Who } from '../shell/who.tsx'
import { OfferDialog } from './offer-dialog.tsx'
import { partText, partWords } from './offer-words.ts'

/** For how many days money is lent, at what cost, and what runs of it. A change is approved by another person. */
export function LoanProductsPage() {
  const query = useOps('opsLoanOffer', {}, { everyMs: 15_000 })
  const [open, setOpen] = useState(false)
  return (
    <div className="p-6">
      <PageHead
        title="Loan products"
        text="A second person approves each change under Four eyes; it applies to loans requested from then on. Loans already requested keep their signed terms."
      >
        <CsvButton name="loan-products" rows={() => rowsOf(query.data?.products ?? [])} />
        <Button disabled={query.data === undefined} onClick={() => setOpen(true)}>
          Change loan offer …
        </Button>
      </PageHead>
      <Shown query={query}>
        {({ offer, products, capital, changes }) => (
          <div className="flex flex-col gap-5">
            <CapitalCard words={capitalWords} amounts={capital} />
            <Card flush>
              <Table
                label="Loan products"
                rows={products}
                rowKey={({ days }) => String(days)}
                columns={columns}
              />
            </Card>
            <History changes={changes} />
            {open && <OfferDialog offer={offer} onClose={() => setOpen(false)} />}
          </div>
        )}
      </Shown>
    </div>
  )
}

const capitalWords = {
  balance: ['Loan capital', 'Total balance in the ledger.'],
  held: ['Set aside for applications', 'Until a reviewer has decided.'],
  free: ['Free', 'No more than this can be lent.'],
} as const

const columns: readonly Column<LoanProductShown>[] = [
  {
    key: 'days',
    title: 'Loan',
    cell: ({ days, lent }) => (
      <span className="flex flex-col items-start gap-1">
        <span className="whitespace-nowrap font-medium text-ink">{`${days} ${days === 1 ? 'day' : 'days'}`}</span>
        <Badge tone={lent ? 'good' : 'neutral'}>{lent ? 'offered' : 'retired'}</Badge>
      </span>
    ),
  },
  {
    key: 'amounts',
    title: 'Amounts',
    cell: ({ minAmount, tier1Most, tier2Most }) => (
      <span className="flex flex-col">
        <span>
          <Money amount={minAmount} asset="USDT" max={2} />
          {' to '}
          <Money amount={tier1Most} asset="USDT" max={2} />
        </span>
        <span className="text-12 text-ink-3">
          {'after one repaid on time: '}
          <Money amount={tier2Most} asset="USDT" max={2} />
        </span>
      </span>
    ),
  },
  {
    key: 'rate',
    title: 'Interest',
    cell: ({ dailyRate, overlayRate, freeDays }) => (
      <span className="figures flex flex-col">
        <span className="text-ink">{`${percentOf(dailyRate)}% a day`}</span>
        <span className="text-12 text-ink-3">{`first ${freeDays} free, overdue ${percentOf(overlayRate)}%`}</span>
      </span>
    ),
  },
  {
    key: 'apr',
    title: 'APR',
    end: true,
    cell: ({ apr }) => <span className="figures text-ink">{`${percentOf(apr)}%`}</span>,
  },
  {
    key: 'waiting',
    title: 'Waiting',
    end: true,
    cell: ({ waiting }) => <span className="figures">{waiting}</span>,
  },
  {
    key: 'running',
    title: 'Running',
    end: true,
    cell: ({ running, owed }) => (
      <span className="flex flex-col">
        <span className="figures text-ink">{`${running} ${running === 1 ? 'loan' : 'loans'}`}</span>
        <Money amount={owed} asset="USDT" max={2} />
      </span>
    ),
  },
  {
    key: 'paid',
    title: 'Paid out',
    end: true,
    cell: ({ paidOut }) => <span className="figures">{paidOut}</span>,
  },
]

function History({ changes }: { readonly changes: readonly LoanOfferChange[] }) {
  return (
    <ListCard
      title="History"
      none="No changes yet. The rulebook’s terms apply."
      rows={changes}
      rowKey={({ at, part }) => `${at} ${part}`}
      columns={[
        {
          key: 'part',
          title: 'Term',
          cell: ({ part }) => <span className="text-ink">{partWords[part]}</span>,
        },
        {
          key: 'change',
          title: 'Change',
          cell: ({ part, before, after }) => (
            <span className="figures whitespace-normal!">
              {`${before === null ? 'rulebook' : partText(part, before)} → ${partText(part, after)}`}
            </span>
          ),
        },
        { key: 'reason', title: 'Reason', cell: ({ reason }) => reason },
        {
          key: 'who',
          title: 'Proposed, approved',
          cell: ({ changedBy, approvedBy, at }) => (
            <Who proposedBy={changedBy} approvedBy={approvedBy} at={at} />
          ),
        },
      ]}
    />
  )
}

const rowsOf = (products: readonly LoanProductShown[]) => [
  [
    'days',
    'status',
    'minimum amount',
    'maximum with identity',
    'maximum after one repaid on time',
    'free days',
    'daily rate',
    'overdue rate',
    'apr',
    'waiting',
    'running',
    'owed',
    'paid out',
  ],
  ...products.map((one) => [
    String(one.days),
    one.lent ? 'offered' : 'retired',
    one.minAmount,
    one.tier1Most,
    one.tier2Most,
    String(one.freeDays),
    one.dailyRate,
    one.overlayRate,
    one.apr,
    String(one.waiting),
    String(one.running),
    one.owed,
    String(one.paidOut),
  ]),
]
