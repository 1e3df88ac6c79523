import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { classWords } from '../shell/choices/market-classes.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'
import type { ReportPeriod } from './report-period.ts'

type Result = OpsResult<'opsHouseResult'>
type Market = Result['markets'][number]
type Line = Result['products'][number]['line'] | Result['ownMoney'][number]['line']

const lineWords: Readonly<Record<Line, string>> = {
  results: 'Positions of customers',
  options: 'Options of customers',
  commissions: 'Commissions',
  swaps: 'Swaps',
  hedging: 'Hedging',
  rebates: 'VIP rebates',
  inviteCommissions: 'Commissions for invitations',
  conversions: 'Conversions',
  conversionFees: 'Conversion fees',
  withdrawalFees: 'Withdrawal fees',
  nftFees: 'Artwork fees',
  plans: 'Yield of smart plans, less penalties',
  savings: 'Savings interest',
  loans: 'Loan interest',
  shortfalls: 'Shortfalls of withdrawals',
  corrections: 'Corrections of balances',
  other: 'Other',
  funding: 'Put in and taken out',
  lent: 'Loans paid out and repaid',
}
const typeWords: Readonly<Record<string, string>> = classWords

/** The operator's own result of the days: by market with its class, and by product. Positive is a gain of the operator's. */
export function HouseResultCard({ period, name }: { readonly period: ReportPeriod; readonly name: string }) {
  const query = useOps('opsHouseResult', period)
  return (
    <Card flush>
      <SectionHead
        title="Operator’s result"
        text="What changed the operator’s own money, as booked. A positive amount is a gain. Open positions are not in it."
        action={
          <CsvButton name={`house-result-${name}`} rows={() => (query.data ? rowsOf(query.data) : [])} />
        }
        className="px-5 pt-4 pb-2"
      />
      <Shown query={query}>
        {(result) =>
          result.totals.length === 0 ? (
            <EmptyState title="No result" text="Nothing changed the operator’s own money in these days." />
          ) : (
            <>
              <Table
                label="Operator’s result by product"
                rows={linesOf(result)}
                rowKey={(row) => `${row.key}${row.asset}`}
                columns={lineColumns}
              />
              <p className="px-5 py-3 text-14 text-ink-2">{valuedText(result)}</p>
              <Table
                label="Operator’s result by market"
                rows={marketsOf(result)}
                rowKey={(row) => `${row.key}${row.asset}`}
                columns={marketColumns}
              />
            </>
          )
        }
      </Shown>
    </Card>
  )
}

interface ShownLine {
  readonly key: string
  readonly name: string
  readonly isSum: boolean
  readonly asset: string
  readonly count: number | null
  readonly amount: string
}

function linesOf({ products, ownMoney, totals }: Result): readonly ShownLine[] {
  const lines = (rows: Result['products'] | Result['ownMoney']) =>
    rows.map(({ line, ...row }): ShownLine => ({ key: line, name: lineWords[line], isSum: false, ...row }))
  const sums = (key: 'result' | 'change', name: string) =>
    totals.map(
      (total): ShownLine => ({
        ...{ key, name, isSum: true, asset: total.asset, count: null },
        amount: total[key],
      }),
    )
  return [
    ...lines(products),
    ...sums('result', 'Result'),
    ...lines(ownMoney),
    ...sums('change', 'Change of equity and income'),
  ]
}

const valuedText = ({ valued }: Result): string =>
  valued === null
    ? 'One of the coins has no price now, so there is no result of all coins together.'
    : `All coins together at the prices of ${momentOf(valued.at)}: ${valued.amount} USDT`

interface ShownMarket extends Omit<Market, 'code' | 'type'> {
  readonly key: string
  readonly name: string
  readonly isSum: boolean
}

/** Puts each class above its markets. */
function marketsOf({ classes, markets }: Result): readonly ShownMarket[] {
  return classes.flatMap(({ type, ...sums }) => [
    {
      ...sums,
      key: `class ${type}`,
      name: type === null ? 'Not known' : (typeWords[type] ?? `Class ${type}`),
      isSum: true,
    },
    ...markets
      .filter((market) => market.type === type && market.asset === sums.asset && market.code !== null)
      .map(({ code, type: _type, ...row }) => ({ ...row, key: code ?? '', name: code ?? '', isSum: false })),
  ])
}

const nameColumn = <Row extends { readonly name: string; readonly isSum: boolean }>(
  title: string,
): Column<Row> => ({
  key: 'name',
  title,
  cell: ({ name, isSum }) => <span className={isSum ? 'font-semibold text-ink' : 'text-ink'}>{name}</span>,
})

const lineColumns: readonly Column<ShownLine>[] = [
  nameColumn('Product'),
  { key: 'asset', title: 'Coin', cell: (row) => row.asset },
  {
    key: 'count',
    title: 'Entries',
    end: true,
    cell: (row) => <span className="figures">{row.count}</span>,
  },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: (row) => (
      <span className={row.isSum ? 'font-semibold' : undefined}>
        <Money amount={row.amount} asset={row.asset} />
      </span>
    ),
  },
]

const amount = (key: (typeof amountKeys)[number], title: string): Column<ShownMarket> => ({
  key,
  title,
  end: true,
  cell: (row) => (/[1-9]/.test(row[key]) ? <span className="figures">{row[key]}</span> : null),
})
const amountKeys = ['results', 'options', 'commissions', 'swaps', 'hedging', 'total'] as const

const marketColumns: readonly Column<ShownMarket>[] = [
  nameColumn('Market'),
  amount('results', 'Positions'),
  amount('options', 'Options'),
  amount('commissions', 'Commissions'),
  amount('swaps', 'Swaps'),
  amount('hedging', 'Hedging'),
  amount('total', 'Total'),
]

const rowsOf = ({ products, ownMoney, markets }: Result) => [
  ['part', 'name', 'asset', 'count', 'amount', ...amountKeys],
  ...[...products, ...ownMoney].map((row) => [
    ...['product', row.line, row.asset, String(row.count), row.amount],
    ...amountKeys.map(() => ''),
  ]),
  ...markets.map((row) => [
    ...['market', row.code ?? '', row.asset, '', ''],
    ...amountKeys.map((key) => row[key]),
  ]),
]
