import type { SmartProductShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, EmptyState } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Sprout } from 'lucide-react'
import { useState } from 'react'
import { useOps } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { CapitalCard } from '../shell/capital-card.tsx'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { Shown } from '../shell/states.tsx'
import { FundLink } from '../treasury/fund-link.tsx'
import { ProductDialog, SoldDialog } from './product-dialog.tsx'
import { ProductHistory } from './smart-history.tsx'
import { dailyRange, yearlyRange } from './smart-words.ts'

type OpenDialog =
  | { readonly kind: 'new' }
  | { readonly kind: 'terms' | 'sold'; readonly product: SmartProductShown }

/** Plans on sale, their promises, and the reserve that pays them. Every change is approved by another person. */
export function SmartPage() {
  const query = useOps('opsSmart', {}, { everyMs: 15_000 })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  return (
    <div className="p-6">
      <PageHead
        title="Smart products"
        text="A second person approves each change under Four eyes; it applies to plans bought from then on. A plan is sold only if the reserve already covers its yield for every day."
      >
        <CsvButton name="smart-products" rows={() => rowsOf(query.data?.products ?? [])} />
        <FundLink place="yield-reserve" coin="USDT" label="Fund reserve" />
        <Button onClick={() => setDialog({ kind: 'new' })}>New product …</Button>
      </PageHead>
      <Shown query={query}>
        {(smart) => (
          <div className="flex flex-col gap-5">
            <CapitalCard words={reserveWords} amounts={smart.reserve} />
            <Products products={smart.products} onOpen={setDialog} />
            <ProductHistory changes={smart.changes} />
          </div>
        )}
      </Shown>
      {dialog?.kind === 'new' && <ProductDialog product={null} onClose={close} />}
      {dialog?.kind === 'terms' && <ProductDialog product={dialog.product} onClose={close} />}
      {dialog?.kind === 'sold' && <SoldDialog product={dialog.product} onClose={close} />}
    </div>
  )
}

const reserveWords = {
  balance: ['Yield reserve', 'Total balance in the ledger.'],
  promised: ['Promised to running plans', 'On hold: it can only be paid to them.'],
  free: ['Free', 'Covers new plans, or can be withdrawn.'],
} as const

function Products({
  products,
  onOpen,
}: {
  readonly products: readonly SmartProductShown[]
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  if (products.length === 0)
    return (
      <EmptyState
        icon={<Sprout aria-hidden />}
        title="No products yet"
        text="Fund the reserve, then propose the first product. A second person approves it."
      />
    )
  return (
    <Card flush>
      <Table label="Smart products" rows={products} rowKey={({ id }) => id} columns={columns(onOpen)} />
    </Card>
  )
}

const columns = (onOpen: (dialog: OpenDialog) => void): readonly Column<SmartProductShown>[] => [
  { key: 'name', title: 'Product', cell: (product) => <Product product={product} /> },
  {
    key: 'yields',
    title: 'Term, daily yield, yearly yield',
    cell: ({ timeframes }) => (
      <span className="grid grid-cols-[auto_auto_auto] justify-start gap-x-4">
        {timeframes.map((one) => (
          <span key={one.days} className="contents">
            <span className="figures text-ink-2">{`${one.days} days`}</span>
            <span className="figures text-ink">{dailyRange(one)}</span>
            <span className="figures text-ink-3">{yearlyRange(one)}</span>
          </span>
        ))}
      </span>
    ),
  },
  { key: 'sold', title: 'Sales', end: true, cell: (product) => <Sold product={product} /> },
  actColumn((product) => (
    <span className="flex flex-col items-stretch gap-2">
      <Button
        variant="secondary"
        size="s"
        aria-label={`Change ${product.name}`}
        onClick={() => onOpen({ kind: 'terms', product })}
      >
        Change …
      </Button>
      <Button
        variant="quiet"
        size="s"
        aria-label={product.sold ? `Retire ${product.name}` : `Sell ${product.name} again`}
        onClick={() => onOpen({ kind: 'sold', product })}
      >
        {product.sold ? 'Retire …' : 'Sell again …'}
      </Button>
    </span>
  )),
]

interface CellProps {
  readonly product: SmartProductShown
}

/** Name, state and amounts of a product. */
const Product = ({ product: { name, sold, minAmount, maxAmount } }: CellProps) => (
  <span className="flex flex-col items-start gap-1">
    <span className="font-medium text-ink">{name}</span>
    <Badge tone={sold ? 'good' : 'neutral'}>{sold ? 'on sale' : 'retired'}</Badge>
    <span className="flex flex-col text-ink-2">
      <Money amount={minAmount} asset="USDT" max={2} />
      <span className="whitespace-nowrap">
        {'to '}
        <Money amount={maxAmount} asset="USDT" max={2} />
      </span>
    </span>
  </span>
)

/** Running plans with what they are promised, and all plans ever sold. */
const Sold = ({ product: { openPlans, principal, promised, soldPlans, soldAmount } }: CellProps) => (
  <span className="flex flex-col">
    <span className="text-ink">{`${counted(openPlans)} running`}</span>
    <Money amount={principal} asset="USDT" max={2} />
    <span className="whitespace-nowrap text-12 text-ink-3">
      {'promised '}
      <Money amount={promised} asset="USDT" max={2} />
    </span>
    <span className="whitespace-nowrap text-12 text-ink-3">
      {`total ${counted(soldPlans)}, `}
      <Money amount={soldAmount} asset="USDT" max={2} />
    </span>
  </span>
)

const counted = (plans: number): string => `${plans} ${plans === 1 ? 'plan' : 'plans'}`

const rowsOf = (products: readonly SmartProductShown[]) => [
  [
    'product',
    'name',
    'state',
    'minimum amount',
    'maximum amount',
    'days',
    'minimum daily yield',
    'maximum daily yield',
    'minimum yearly yield',
    'maximum yearly yield',
    'running plans',
    'principal',
    'promised',
    'plans sold in total',
    'amount sold in total',
  ],
  ...products.flatMap((product) =>
    product.timeframes.map((one, at) => [
      product.id,
      product.name,
      product.sold ? 'on sale' : 'retired',
      product.minAmount,
      product.maxAmount,
      String(one.days),
      one.dailyYieldMin,
      one.dailyYieldMax,
      product.yearly[at]?.min ?? '',
      product.yearly[at]?.max ?? '',
      String(product.openPlans),
      product.principal,
      product.promised,
      String(product.soldPlans),
      product.soldAmount,
    ]),
  ),
]
