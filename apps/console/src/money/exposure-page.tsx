import { EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { Scale } from 'lucide-react'
import type { OpsResult } from '../session/call-ops.ts'
import { useOps } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { placeWords } from '../treasury/treasury-words.ts'

type Exposure = OpsResult<'opsExposure'>
type Market = Exposure['markets'][number]
/** By the class of the ledger, which the call gives as a text. */
const placeNames: Readonly<Record<string, string>> = placeWords

/** Customers' open positions with real money, and the operator's capital that backs their profits. */
export function ExposurePage() {
  const query = useOps('opsExposure', {}, { everyMs: 15_000 })
  return (
    <div className="p-6">
      <PageHead title="Exposure" text="Open real-money positions by market, and the capital behind them.">
        <CsvButton name="exposure" rows={() => rowsOf(query.data?.markets ?? [])} />
      </PageHead>
      <Shown query={query}>
        {({ markets, capital }) => (
          <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <OpenPositions markets={markets} />
            <Capital capital={capital} />
          </div>
        )}
      </Shown>
    </div>
  )
}

function OpenPositions({ markets }: { readonly markets: readonly Market[] }) {
  return (
    <Card flush className="self-start">
      {markets.length === 0 ? (
        <EmptyState
          icon={<Scale aria-hidden />}
          title="No open positions"
          text="No customer holds a real-money position."
        />
      ) : (
        <Table label="Exposure by market" rows={markets} rowKey={({ code }) => code} columns={columns} />
      )}
    </Card>
  )
}

const columns: readonly Column<Market>[] = [
  {
    key: 'code',
    title: 'Market',
    cell: ({ code }) => <span className="text-ink">{code}</span>,
  },
  {
    key: 'long',
    title: 'Long, lots',
    end: true,
    cell: ({ long }) => <span className="figures">{long}</span>,
  },
  {
    key: 'short',
    title: 'Short, lots',
    end: true,
    cell: ({ short }) => <span className="figures">{short}</span>,
  },
  {
    key: 'customers',
    title: 'Customers',
    end: true,
    cell: ({ customers }) => <span className="figures">{customers}</span>,
  },
  {
    key: 'margin',
    title: 'Margin',
    end: true,
    cell: ({ margin }) => <Money amount={margin} asset="USDT" max={2} />,
  },
]

function Capital({ capital }: Pick<Exposure, 'capital'>) {
  return (
    <Card className="self-start">
      <h2 className="mb-1 font-semibold text-14 text-ink">Your capital</h2>
      <DetailList>
        {capital.map((row) => (
          <Detail key={row.class} name={placeNames[row.class] ?? row.class}>
            <Money amount={row.balance} asset="USDT" max={2} />
            <span className="block text-12 text-ink-3">
              {'on hold '}
              <Money amount={row.held} asset="USDT" max={2} />
            </span>
          </Detail>
        ))}
      </DetailList>
    </Card>
  )
}

const rowsOf = (markets: readonly Market[]) => [
  ['market', 'long lots', 'short lots', 'customers', 'margin'],
  ...markets.map((row) => [row.code, row.long, row.short, String(row.customers), row.margin]),
]
