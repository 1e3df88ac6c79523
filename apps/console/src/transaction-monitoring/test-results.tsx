import type { TestedTransaction } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { Detail, DetailsCard } from '../shell/details.tsx'
import { momentOf } from '../shell/moments.ts'
import { CountedTransactions, pathOf, transactionWords } from './counted-transactions.tsx'
import type { RuleTestRun } from './use-rule-test.ts'

const shownAtOnce = 50

/** Shows what a rule would have hit: how many, which, and why; next to the version in force. */
export function TestResults({ run, onStop }: { readonly run: RuleTestRun; readonly onStop: () => void }) {
  const [shown, setShown] = useState(shownAtOnce)
  const hits = run.hits.toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <div className="flex flex-col gap-4">
      <Summary run={run} onStop={onStop} />
      {hits.length > 0 && (
        <>
          <Table
            label="Transactions that a rule would have hit"
            rows={hits.slice(0, shown)}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            columns={run.id === undefined ? columns : [...columns, comparedColumn]}
            card={(row) => <HitCard row={row} compared={run.id !== undefined} />}
            className="-mx-5"
          />
          {hits.length > shown && (
            <Button variant="secondary" className="self-center" onClick={() => setShown(shown + shownAtOnce)}>
              Show more
            </Button>
          )}
        </>
      )}
      {hits.length === 0 && run.state === 'done' && (
        <p className="text-14 text-ink-2">
          {run.looked === 0
            ? 'No deposit or withdrawal that the rule applies to was requested in these days.'
            : 'The rule would have hit nothing in these days.'}
        </p>
      )}
    </div>
  )
}

const stateWords = { running: 'Running …', stopped: 'Stopped before the end', done: 'Complete' } as const

function Summary({ run, onStop }: { readonly run: RuleTestRun; readonly onStop: () => void }) {
  const draft = run.hits.filter((one) => one.draft !== null)
  const inForce = run.hits.filter((one) => one.inForce !== null)
  const both = draft.filter((one) => one.inForce !== null).length
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-14 text-ink-2">
          {`${stateWords[run.state]}: last ${run.days} days.`}
        </p>
        <span className="flex flex-wrap gap-2">
          {run.state === 'running' && (
            <Button variant="secondary" size="s" onClick={onStop}>
              Stop
            </Button>
          )}
          <CsvButton name="rule-test" rows={() => csvRows(run.hits)} />
        </span>
      </div>
      <DetailsCard>
        <Detail label="Transactions it applies to">
          <Figure text={String(run.looked)} />
          {run.unpriced > 0 && (
            <span className="block text-12 text-warn">{`${run.unpriced} without a price count as large`}</span>
          )}
        </Detail>
        <Detail label="This draft hits">
          <Figure text={`${draft.length}${shareText(draft.length, run.looked)}`} />
        </Detail>
        {run.id !== undefined && (
          <>
            <Detail label="The version in force hits">
              <Figure text={`${inForce.length}${shareText(inForce.length, run.looked)}`} />
            </Detail>
            <Detail label="Difference">
              <Figure text={`${draft.length - both} more, ${inForce.length - both} fewer`} />
            </Detail>
          </>
        )}
      </DetailsCard>
    </>
  )
}

const Figure = ({ text }: { readonly text: string }) => <span className="figures">{text}</span>

const shareText = (count: number, all: number): string =>
  all === 0 ? '' : ` (${((count / all) * 100).toFixed(count > 0 && count < all / 100 ? 2 : 1)}%)`

const columns: readonly Column<TestedTransaction>[] = [
  {
    key: 'transaction',
    title: 'Transaction',
    cell: (row) => <Transaction row={row} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
  },
  {
    key: 'why',
    title: 'Why',
    className: 'min-w-60 whitespace-normal',
    cell: (row) => <Why row={row} />,
  },
]

const comparedColumn: Column<TestedTransaction> = {
  key: 'compared',
  title: 'Compared',
  cell: (row) => <Compared row={row} />,
}

interface OfHit {
  readonly row: TestedTransaction
}

const Transaction = ({ row }: OfHit) => (
  <span className="flex flex-col items-start">
    <Link href={pathOf(row)} className="text-accent">
      {transactionWords[row.kind]}
    </Link>
    <Link href={`/customers/${row.userId}`} className="text-12 text-ink-2 [overflow-wrap:anywhere]">
      {row.userName}
    </Link>
    <span className="figures whitespace-nowrap text-12 text-ink-3">{momentOf(row.at)}</span>
  </span>
)

function Why({ row: { draft, inForce } }: OfHit) {
  const side = draft ?? inForce
  if (side === null) return null
  return (
    <>
      <span className="text-ink">{side.text}</span>
      <CountedTransactions counted={side.explanation.counted} more={side.explanation.more} />
    </>
  )
}

function Compared({ row: { draft, inForce } }: OfHit) {
  if (draft !== null && inForce !== null) return <Badge tone="neutral">both</Badge>
  return draft === null ? <Badge tone="warn">no longer</Badge> : <Badge tone="accent">new</Badge>
}

/** A hit on a narrow screen. */
function HitCard({ row, compared }: OfHit & { readonly compared: boolean }) {
  return (
    <div className="flex flex-col gap-2 text-14">
      <div className="flex items-start justify-between gap-3">
        <Transaction row={row} />
        <span className="flex flex-col items-end gap-1">
          <Money amount={row.amount} asset={row.asset} />
          {compared && <Compared row={row} />}
        </span>
      </div>
      <div>
        <Why row={row} />
      </div>
    </div>
  )
}

const csvRows = (hits: readonly TestedTransaction[]) => [
  [
    'transaction',
    'id',
    'customer id',
    'customer',
    'requested',
    'asset',
    'amount',
    'worth in USDT',
    'draft',
    'in force',
  ],
  ...hits.map((one) => [
    ...[one.kind, one.id, one.userId, one.userName, one.at, one.asset, one.amount, one.value ?? ''],
    ...[one.draft?.text ?? '', one.inForce?.text ?? ''],
  ]),
]
