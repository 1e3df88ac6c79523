import type { CaseShown, DayOfMoney, MoneyBefore } from '@candor/contract'
import { Money, MoneyChange } from '@candor/ui/figures/figures.tsx'
import { CardLines, type Column } from '@candor/ui/figures/table.tsx'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { useMe } from '../session/me.ts'
import { useOps } from '../session/use-ops.ts'
import { ListCard } from '../shell/list-card.tsx'
import { dayOf, distanceTo, momentOf } from '../shell/moments.ts'
import { Shown } from '../shell/states.tsx'

/** Shows what the case's customer paid in, traded and withdrew before it, for who holds the case: each load is written down. */
export function MoneyBeforeCard({ shown }: { readonly shown: CaseShown }) {
  const me = useMe()
  if (shown.claimedBy?.id !== me.id) return null
  return <Loaded kind={shown.kind} id={shown.id} />
}

function Loaded({ kind, id }: Pick<CaseShown, 'kind' | 'id'>) {
  const query = useOps('opsMoneyBefore', { kind, id })
  return (
    <div className="mt-4">
      <Shown query={query}>
        {(money) => (
          <div className="flex flex-col gap-4">
            <Summary money={money} />
            <ListCard
              title="In, traded, out: 90 days"
              none="Nothing moved in the 90 days before."
              rows={money.days}
              rowKey={({ day }) => day}
              columns={dayColumns}
              card={(day) => <DayCard day={day} />}
            />
            {money.withdrawals.length > 0 && (
              <ListCard
                title="Earlier withdrawals"
                none=""
                rows={money.withdrawals}
                rowKey={(one) => one.id}
                columns={withdrawalColumns}
                card={(one) => <WithdrawalCard withdrawal={one} />}
              />
            )}
          </div>
        )}
      </Shown>
    </div>
  )
}

function Summary({ money }: { readonly money: MoneyBefore }) {
  const { payout, lastDeposit, sinceDeposit } = money
  return (
    <Card>
      <h2 className="mb-2 font-semibold text-14 text-ink">What happened before</h2>
      <DetailList>
        <Detail name="Account opened">
          <Since iso={money.accountOpenedAt} />
        </Detail>
        {payout !== null && (
          <Detail name="Payout details added">
            <Since iso={payout.addedAt} />
          </Detail>
        )}
        <Detail name="Latest deposit">
          {lastDeposit === null ? (
            'None'
          ) : (
            <>
              <Money amount={lastDeposit.amount} asset={lastDeposit.asset} />
              <span className="block">
                <Since iso={lastDeposit.at} />
              </span>
            </>
          )}
        </Detail>
        {sinceDeposit !== null && (
          <>
            <Detail name="Traded since">
              <Money amount={sinceDeposit.traded} asset="USDT" max={2} />
            </Detail>
            <Detail name="Result since">
              <MoneyChange amount={sinceDeposit.result} asset="USDT" max={2} />
            </Detail>
          </>
        )}
      </DetailList>
    </Card>
  )
}

const Since = ({ iso }: { readonly iso: string }) => (
  <>
    <span className="figures">{momentOf(iso)}</span>{' '}
    <span className="figures">{`(${distanceTo(iso, Date.now())})`}</span>
  </>
)

const Coins = ({ coins }: { readonly coins: DayOfMoney['in'] }) => (
  <span className="flex flex-col items-end">
    {coins.length === 0 ? <span className="text-ink-3">–</span> : null}
    {coins.map((coin) => (
      <Coin key={coin.asset} {...coin} />
    ))}
  </span>
)

/** An amount above its asset: a day has up to four of them in a line. */
const Coin = ({ asset, amount }: DayOfMoney['in'][number]) => (
  <>
    <Money amount={amount} />
    <span className="text-12 text-ink-3">{asset}</span>
  </>
)

function DayCard({ day }: { readonly day: DayOfMoney }) {
  const [head, ...figures] = dayColumns
  return (
    <>
      <p className="text-14 text-ink">{head?.cell(day)}</p>
      <DetailList className="mt-1">
        {figures.map(({ key, title, cell }) => (
          <Detail key={key} name={title}>
            {cell(day)}
          </Detail>
        ))}
      </DetailList>
    </>
  )
}

const dayColumns: readonly Column<DayOfMoney>[] = [
  { key: 'day', title: 'Day', cell: ({ day }) => <span className="figures">{day}</span> },
  { key: 'in', title: 'In', end: true, cell: (row) => <Coins coins={row.in} /> },
  { key: 'out', title: 'Out', end: true, cell: (row) => <Coins coins={row.out} /> },
  {
    key: 'converted',
    title: 'Converted',
    end: true,
    cell: ({ gave, got }) => (
      <>
        <Coins coins={gave} />
        {got.length > 0 && (
          <span className="flex flex-col items-end text-ink-2">
            <span className="text-12 text-ink-3">to</span>
            <Coins coins={got} />
          </span>
        )}
      </>
    ),
  },
  {
    key: 'traded',
    title: 'Traded, result in USDT',
    end: true,
    cell: ({ traded, result }) => (
      <span className="flex flex-col items-end">
        <Money amount={traded} max={2} />
        <MoneyChange amount={result} max={2} className="text-12" />
      </span>
    ),
  },
]

type Withdrawal = MoneyBefore['withdrawals'][number]

const WithdrawalCard = ({ withdrawal }: { readonly withdrawal: Withdrawal }) => (
  <CardLines
    title={<Target {...withdrawal} />}
    value={<Money amount={withdrawal.amount} asset={withdrawal.asset} />}
    detail={withdrawal.status}
    state={dayOf(withdrawal.at)}
  />
)

const Target = ({ id, to }: Withdrawal) => (
  <Link href={`/withdrawal/${id}`} className="text-accent tabular-nums [overflow-wrap:anywhere]">
    {to}
  </Link>
)

const withdrawalColumns: readonly Column<Withdrawal>[] = [
  {
    key: 'to',
    title: 'To',
    cell: (withdrawal) => <Target {...withdrawal} />,
  },
  { key: 'status', title: 'Status', cell: ({ status }) => status },
  {
    key: 'amount',
    title: 'Amount',
    end: true,
    cell: ({ amount, asset }) => <Money amount={amount} asset={asset} />,
  },
  {
    key: 'at',
    title: 'Asked for',
    end: true,
    cell: ({ at }) => <span className="figures">{dayOf(at)}</span>,
  },
]
