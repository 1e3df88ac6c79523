import { useCallback, useMemo, useState } from 'react'
import { readStored, writeStored } from '../../session/browser-storage.ts'
import { useWords } from '../../session/language/language.ts'
import { filterMarkets, type MarketTab } from './market-filter.ts'
import { type MarketSort, readSort, sortMarkets, writeSort } from './market-sort.ts'
import { useMarketList } from './use-market-list.ts'

export type MarketFilter = ReturnType<typeof useMarketFilter>

/** The markets that the chosen tab and the typed text leave, in the chosen order; found ones are in the order of their relevance. */
export function useMarketFilter(watched: ReadonlySet<string>) {
  const { tag } = useWords()
  const { markets, failed, retry } = useMarketList()
  const [tab, setTab] = useState<MarketTab>('all')
  const [typed, setTyped] = useState('')
  const { sort, setSort } = useStoredSort()
  const shown = useMemo(() => {
    const found = filterMarkets(markets ?? [], tab, watched, typed)
    return typed.trim() === '' ? sortMarkets(found, sort, tag) : found
  }, [markets, tab, watched, typed, sort, tag])
  /** Changing the tab clears the search. */
  const choose = (next: MarketTab) => {
    setTyped('')
    setTab(next)
  }
  return { markets, failed, retry, shown, tab, choose, typed, setTyped, sort, setSort }
}

/** The order of the list, remembered in this browser. */
function useStoredSort() {
  const [sort, setState] = useState(() => readSort(readStored('marketSort')))
  const setSort = useCallback((next: MarketSort) => {
    setState(next)
    writeStored('marketSort', writeSort(next))
  }, [])
  return { sort, setSort }
}
