import type { MarketItem, PriceAlert } from '@candor/contract'
import { formatLevel } from '@candor/ui/figures/format-decimal.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrderLevel } from '../markets/chart/levels/order-level.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'

export interface ChartAlerts {
  readonly all: readonly PriceAlert[]
  /** Lines of those that wait in this market. */
  readonly levels: readonly OrderLevel[]
  readonly remove: (id: string) => void
}

const none: readonly PriceAlert[] = []

/** The customer's price alerts, as lines on the chart of a market. */
export function useChartAlerts({ code, digits }: MarketItem): ChartAlerts {
  const { t, tag } = useWords()
  const { isLogin } = useSession()
  const queries = useQueryClient()
  const { data: all = none } = useApiQuery('listAlert', {}, { enabled: isLogin, staleMs: 60_000 })
  const removal = useApiMutation('removeAlert')
  const levels = useMemo(() => {
    const waiting = isLogin ? all.filter((alert) => alert.code === code && alert.firedAt === null) : none
    return waiting.map(({ id, price }): OrderLevel => {
      const label = t('markets.chart.line.alert', { price: formatLevel(price, digits, tag) })
      return { orderId: id, kind: 'alert', price: Number(price), label }
    })
  }, [isLogin, all, code, digits, t, tag])
  const remove = (id: string) =>
    removal.mutate(
      { id },
      {
        onSettled: () => void queries.invalidateQueries({ queryKey: ['listAlert'] }),
        onError: (error) => toast(failureText(t, error), 'bad'),
      },
    )
  return { all, levels, remove }
}
