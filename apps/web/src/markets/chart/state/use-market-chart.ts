import type { SavedChart } from '@candor/contract'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { callServer } from '../../../session/calls/call-server.ts'
import { CallFailure } from '../../../session/calls/failure.ts'
import { callKey, useApiQuery } from '../../../session/calls/use-call.ts'
import { wordsNow } from '../../../session/language/shown-language.ts'
import { followSession, sessionNow, useSession } from '../../../session/session-store.ts'
import { lastLayout, rememberLayout, storeVisitorChart, visitorCharts } from './browser-charts.ts'
import type { ChartEdit } from './chart-choices.ts'
import { createChartSaves } from './chart-saves.ts'

export interface MarketChart {
  readonly chart: SavedChart
  readonly change: (edit: ChartEdit) => void
}

const saves = createChartSaves(
  (code, chart) => callServer('saveChart', { code, chart }),
  (error) => {
    toast(wordsNow()?.t('markets.chart.notSaved') ?? '', 'bad')
    return error instanceof CallFailure && error.isFinal ? 'drop' : 'again'
  },
)

let customer = sessionNow().user?.id
followSession(() => {
  if (sessionNow().user?.id !== customer) saves.drop()
  customer = sessionNow().user?.id
})
globalThis.addEventListener?.('online', saves.retry)

/** The chart of a market as its reader arranged it: stored on the account when signed in, else in this browser. */
export function useMarketChart(code: string): MarketChart {
  const { isLogin } = useSession()
  const visitors = useVisitorChart(code)
  const customers = useCustomerChart(code, isLogin)
  return isLogin ? customers : visitors
}

function useVisitorChart(code: string): MarketChart {
  const layout = useSyncExternalStore(lastLayout.subscribe, lastLayout.get)
  const charts = useSyncExternalStore(visitorCharts.subscribe, visitorCharts.get)
  const change = useCallback(
    (edit: ChartEdit) => {
      const next = edit(visitorCharts.get().get(code) ?? lastLayout.get())
      rememberLayout(next)
      storeVisitorChart(code, next)
    },
    [code],
  )
  return { chart: charts.get(code) ?? layout, change }
}

interface EarlyEdit {
  readonly code: string
  readonly edit: ChartEdit
}
const none: readonly EarlyEdit[] = []

/** Drops copies of the chart that other account modes and languages have cached. */
function dropOtherCopies(queries: QueryClient, code: string): void {
  const input = JSON.stringify({ code })
  queries.removeQueries({
    queryKey: ['listCharts'],
    type: 'inactive',
    predicate: ({ queryKey }) => JSON.stringify(queryKey.at(-1)) === input,
  })
}

/** Edits made before the saved chart has arrived wait for it: they must not replace what is saved. */
function useCustomerChart(code: string, enabled: boolean): MarketChart {
  const queries = useQueryClient()
  const layout = useSyncExternalStore(lastLayout.subscribe, lastLayout.get)
  const { data } = useApiQuery('listCharts', { code }, { enabled, staleMs: 60_000 })
  const [early, setEarly] = useState(none)
  const change = useCallback(
    (edit: ChartEdit) => {
      const key = callKey('listCharts', { code })
      const saved = queries.getQueryData<typeof data>(key)
      if (saved === undefined) {
        setEarly((edits) => [...edits, { code, edit }])
        return
      }
      const chart = edit(saved[0]?.chart ?? lastLayout.get())
      // A response on its way is older than this.
      void queries.cancelQueries({ queryKey: key }, { revert: false, silent: true })
      queries.setQueryData(key, [{ code, chart, savedAt: saved[0]?.savedAt ?? '' }])
      dropOtherCopies(queries, code)
      rememberLayout(chart)
      saves.save(code, chart)
    },
    [code, queries],
  )
  useEffect(() => {
    if (data === undefined || early.length === 0) return
    setEarly(none)
    for (const { edit } of early.filter((one) => one.code === code)) change(edit)
  }, [data, early, code, change])
  const chart = useMemo(() => {
    const saved = data?.[0]?.chart ?? layout
    return early.reduce((shown, one) => (one.code === code ? one.edit(shown) : shown), saved)
  }, [data, layout, early, code])
  return { chart, change }
}
