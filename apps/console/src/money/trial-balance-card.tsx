import { type AssetCode, assetCodes, assetScale, parseScaled, writeScaled } from '@candor/money'
import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { Shown } from '../shell/states.tsx'

type Balance = OpsResult<'opsTrialBalance'>[number]

/** Balances of real money at the end of a day, as an accountant reads them: the debits of each coin equal its credits. */
export function TrialBalanceCard({ day }: { readonly day: string }) {
  const query = useOps('opsTrialBalance', { day })
  return (
    <Card flush>
      <SectionHead
        title="Trial balance"
        text="Balances of real money at the end of the last day. What customers own is a liability; custody is what lies at banks and in wallets."
        action={<CsvButton name={`trial-balance-${day}`} rows={() => rowsOf(query.data ?? [])} />}
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(balances) =>
          balances.length === 0 ? (
            <EmptyState title="No balances" text="There was no real money before the end of this day." />
          ) : (
            <Table
              label="Trial balance"
              rows={withTotals(balances)}
              rowKey={(row) => `${row.account}${row.asset}`}
              columns={columns}
            />
          )
        }
      </Shown>
    </Card>
  )
}

const total = 'Total'

/** Puts the sums of each coin below its accounts. */
function withTotals(balances: readonly Balance[]): readonly Balance[] {
  return assetCodes.flatMap((asset) => {
    const own = balances.filter((balance) => balance.asset === asset)
    const sumOf = (side: 'debit' | 'credit') =>
      sum(
        asset,
        own.map((balance) => balance[side]),
      )
    return own.length === 0
      ? []
      : [...own, { account: total, asset, debit: sumOf('debit'), credit: sumOf('credit') }]
  })
}

function sum(asset: AssetCode, amounts: readonly string[]): string {
  const scale = assetScale[asset]
  return writeScaled(
    amounts.reduce((all, amount) => all + (parseScaled(amount, scale) ?? 0n), 0n),
    scale,
    scale,
  )
}

const side = (key: 'debit' | 'credit', title: string): Column<Balance> => ({
  key,
  title,
  end: true,
  cell: (row) =>
    /[1-9]/.test(row[key]) ? (
      <span className={row.account === total ? 'font-semibold' : undefined}>
        <Money amount={row[key]} asset={row.asset} />
      </span>
    ) : null,
})

const columns: readonly Column<Balance>[] = [
  {
    key: 'account',
    title: 'Account',
    cell: (row) => (
      <span className={row.account === total ? 'font-semibold text-ink' : 'text-ink'}>{row.account}</span>
    ),
  },
  { key: 'asset', title: 'Coin', cell: (row) => row.asset },
  side('debit', 'Debit'),
  side('credit', 'Credit'),
]

const rowsOf = (balances: readonly Balance[]) => [
  ['account', 'asset', 'debit', 'credit'],
  ...balances.map(({ account, asset, debit, credit }) => [account, asset, debit, credit]),
]
