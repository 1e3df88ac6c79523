import type { AccountRisk, RiskDesk } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { percentOf } from '../shell/percent.ts'

/** The largest accounts, and those nearest to a margin call. */
export function AccountTables({ desk }: { readonly desk: RiskDesk }) {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Accounts
        title="Largest customers"
        text="By the value of their positions, long and short added."
        accounts={desk.largest}
      />
      <Accounts
        title="Nearest to a stop-out"
        text="A margin call is sent at 100% of the margin; positions are closed at 50%."
        accounts={desk.nearest.accounts}
      />
    </div>
  )
}

interface AccountsProps {
  readonly title: string
  readonly text: string
  readonly accounts: readonly AccountRisk[]
}

function Accounts({ title, text, accounts }: AccountsProps) {
  return (
    <Card flush className="min-w-0 self-start">
      <SectionHead title={title} text={text} className="px-5 pt-4 pb-2" />
      <Table label={title} rows={accounts} rowKey={({ userId }) => userId} columns={columns} />
    </Card>
  )
}

const columns: readonly Column<AccountRisk>[] = [
  {
    key: 'customer',
    title: 'Customer',
    cell: ({ userId }) => (
      <Link href={`/customers/${userId}`} className="figures text-accent">
        {userId.slice(0, 8)}
      </Link>
    ),
  },
  {
    key: 'level',
    title: 'Margin level',
    end: true,
    cell: ({ marginLevel }) => <Level level={marginLevel} />,
  },
  {
    key: 'equity',
    title: 'Equity',
    end: true,
    cell: ({ equity }) => <Money amount={equity} max={0} min={0} />,
  },
  {
    key: 'gross',
    title: 'Gross',
    end: true,
    cell: ({ gross }) => <Money amount={gross} max={0} min={0} />,
  },
  {
    key: 'net',
    title: 'Net',
    end: true,
    cell: ({ net }) => <Money amount={net} signed max={0} min={0} />,
  },
  {
    key: 'unrealised',
    title: 'Their result',
    end: true,
    cell: ({ unrealised }) => <MoneyChange amount={unrealised} max={2} arrow={false} />,
  },
]

function Level({ level }: { readonly level: string }) {
  const value = Number(level)
  const tone = value <= 1 ? 'text-bad' : value <= 1.5 ? 'text-warn' : 'text-ink-2'
  return <span className={classNames('figures', tone)}>{`${Number(percentOf(level)).toFixed(1)}%`}</span>
}
