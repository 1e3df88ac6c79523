import type { ContractOrder } from '@candor/contract'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { DirectionWord, LastPriceCell, ProfitCell } from '../../orders/list/order-cells.tsx'
import { useMarketsByCode, useOrders } from '../../orders/list/use-orders.ts'
import { useWords } from '../../session/language/language.ts'
import { CardEmpty, CardFailed, CardLinesWaiting, HomeCard } from './home-card.tsx'

const shownAtOnce = 8

/** Open positions of the chosen account, each with its result at the present price. */
export function PositionsCard() {
  const { t } = useWords()
  const { items, failed, retry } = useOrders('open')
  const markets = useMarketsByCode()
  return (
    <HomeCard title={t('home.own.positions')} more={{ text: t('orders.list.all'), href: '#/profile/orders' }}>
      {failed ? (
        <CardFailed text={t('orders.list.error')} onRetry={retry} />
      ) : items === undefined ? (
        <CardLinesWaiting />
      ) : items.length === 0 ? (
        <CardEmpty
          text={t('orders.empty.open')}
          action={{ text: t('orders.empty.action'), href: '#/market' }}
        />
      ) : (
        <ul className="divide-y divide-hairline/70">
          {items.slice(0, shownAtOnce).map((order) => (
            <li key={order.id}>
              <PositionRow order={order} digits={markets.get(order.code)?.digits ?? 2} />
            </li>
          ))}
        </ul>
      )}
    </HomeCard>
  )
}

function PositionRow({ order, digits }: { readonly order: ContractOrder; readonly digits: number }) {
  const { tag } = useWords()
  return (
    <a
      href={`#/profile/orders/${order.id}`}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-5 py-2 text-14 text-ink no-underline hover:bg-sunken/60 max-md:px-4"
    >
      <span className="flex min-w-0 flex-col">
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="font-medium">{order.code}</bdi>
          <DirectionWord direction={order.direction} />
          <bdi dir="ltr" className="figures text-ink-2">
            {formatDecimal(order.lots, tag)}
          </bdi>
        </span>
        <bdi dir="ltr" className="text-12 text-ink-3 rtl:text-end">
          <Price price={order.openPrice} digits={digits} /> → <LastPriceCell order={order} digits={digits} />
        </bdi>
      </span>
      <span className="ms-auto flex items-baseline gap-1 font-medium">
        <ProfitCell order={order} />
        <span className="font-normal text-12 text-ink-3">USDT</span>
      </span>
    </a>
  )
}
