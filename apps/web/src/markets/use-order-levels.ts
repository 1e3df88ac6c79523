import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { useMemo } from 'react'
import { useWords } from '../session/language.ts'
import type { OrderLevel } from './chart/chart-canvas.tsx'
import { useOpenOrders } from './open-orders.ts'

/** Open price, stop loss and take profit of the open orders of a market, for the chart. */
export function useOrderLevels(code: string): readonly OrderLevel[] {
  const { t, tag } = useWords()
  const orders = useOpenOrders()
  return useMemo(
    () =>
      orders
        .filter((order) => order.code === code)
        .flatMap((order) => {
          const lots = formatDecimal(order.lots, tag)
          const level = (kind: OrderLevel['kind'], price: string | null, label: string): OrderLevel[] =>
            price === null ? [] : [{ kind, price: Number(price), label }]
          return [
            ...level(
              'open',
              order.openPrice,
              t('markets.chart.line.open', { direction: order.direction, lots }),
            ),
            ...level('stopLoss', order.stopLoss, t('markets.chart.line.stopLoss')),
            ...level('takeProfit', order.takeProfit, t('markets.chart.line.takeProfit')),
          ]
        }),
    [orders, code, t, tag],
  )
}
