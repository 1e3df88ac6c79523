import type { MarketItem } from '@candor/contract'
import { useCallback, useEffect, useLayoutEffect } from 'react'
import { chosen } from '../../markets/chosen-market.ts'
import { useMarketCode } from '../../markets/use-market-query.ts'
import {
  activate,
  activeSlot,
  countOf,
  dropUnlisted,
  fillSlots,
  showMarket,
  type Workspace,
} from './workspace.ts'
import { changeWorkspace, useWorkspace, workspaceNow } from './workspace-store.ts'

export interface Screen {
  /** The market of the active chart; null until the markets are known. */
  readonly market: MarketItem | null
  /** Shows a market in the active chart and in those linked with it. */
  readonly pick: (market: MarketItem) => void
  /** Makes a chart the active one. */
  readonly choose: (at: number) => void
  /** Gives the workspace as it is on the screen. */
  readonly workspace: () => Workspace
  /** Shows another workspace, with the market of its active chart. */
  readonly apply: (workspace: Workspace) => void
}

/** Connects the workspace with the market that the address names, which is always the active chart's. */
export function useScreen(markets: readonly MarketItem[] | undefined): Screen {
  const [named, goToMarket] = useMarketCode()
  const isSeveral = useWorkspace((workspace) => countOf(workspace) > 1)
  const active = useWorkspace((workspace) => activeSlot(workspace).code)
  useListedMarkets(markets, isSeveral)
  const isListed = markets?.some(({ code }) => code === named) === true
  // Before anything is drawn: the chart does not load the market it had before.
  useLayoutEffect(() => {
    if (!isSeveral || named === null || !isListed) return
    changeWorkspace((now) => (activeSlot(now).code === named ? now : showMarket(now, now.active, named)))
  }, [isSeveral, named, isListed])
  const pick = useCallback(
    ({ code }: MarketItem) => {
      changeWorkspace((now) => showMarket(now, now.active, code))
      goToMarket(code)
    },
    [goToMarket],
  )
  const apply = useCallback(
    (next: Workspace) => {
      changeWorkspace(() => next)
      const { code } = activeSlot(next)
      if (code !== null) goToMarket(code)
    },
    [goToMarket],
  )
  const choose = useCallback((at: number) => apply(activate(workspaceNow(), at)), [apply])
  const market = chosen(markets, isSeveral ? (active ?? named) : named)
  const code = market?.code ?? null
  // One chart alone follows the address, which the stored workspace may not have yet.
  const workspace = useCallback(() => {
    const now = workspaceNow()
    return code === null ? now : showMarket(now, now.active, code)
  }, [code])
  return { market, pick, choose, apply, workspace }
}

/** Gives every chart a market that is listed. */
function useListedMarkets(markets: readonly MarketItem[] | undefined, isSeveral: boolean): void {
  const count = useWorkspace(countOf)
  useEffect(() => {
    if (markets === undefined || !isSeveral || count === 0) return
    const codes = markets.map(({ code }) => code)
    const isTraded = ({ open, price }: MarketItem) => open && price !== null
    const byUse = markets.toSorted((one, other) => Number(isTraded(other)) - Number(isTraded(one)))
    changeWorkspace((now) =>
      fillSlots(
        dropUnlisted(now, codes),
        byUse.map(({ code }) => code),
      ),
    )
  }, [markets, isSeveral, count])
}
