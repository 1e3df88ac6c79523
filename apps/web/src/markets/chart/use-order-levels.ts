import type { ContractOrder } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useMemo } from 'react'
import { useWords } from '../../session/language/language.ts'
import type { OrderLevel } from './levels/order-level.ts'
import { useStandingOrders } from './standing-orders.ts'

/** The prices of a market's open and waiting orders, for its chart: where each opened or waits, its stop, its target. */
export function useOrderLevels(code: string): readonly OrderLevel[] {
  const { t, tag } = useWords()
  const orders = useStandingOrders()
  return useMemo(
    () => orders.filter((order) => order.code === code).flatMap((order) => levelsOf(order, t, tag)),
    [orders, code, t, tag],
  )
}

function levelsOf(order: ContractOrder, t: Translate, tag: string): OrderLevel[] {
  const lots = formatDecimal(order.lots, tag)
  const level = (kind: OrderLevel['kind'], price: string | null, label: string): OrderLevel[] =>
    price === null ? [] : [{ orderId: order.id, kind, price: Number(price), label }]
  const waits = order.status === 'pending'
  const side = { direction: order.direction, lots }
  return [
    ...(waits
      ? level(
          'entry',
          order.price,
          `${t('markets.chart.line.entry', side)} · ${t(`orders.kind.${order.kind}`)}`,
        )
      : level('open', order.openPrice, t('markets.chart.line.open', side))),
    ...level('stopLoss', order.stopLoss, `${t('markets.chart.line.stopLoss')} · ${lots}`),
    ...level('takeProfit', order.takeProfit, `${t('markets.chart.line.takeProfit')} · ${lots}`),
  ]
}
