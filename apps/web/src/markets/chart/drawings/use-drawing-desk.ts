import type { SavedDrawing } from '@candor/contract'
import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import { useEffect, useMemo, useState } from 'react'
import type { MarketChart } from '../state/use-market-chart.ts'

/** The tool in use, the drawing that is selected, and the drawings deleted last, for undo. */
export interface DrawingDesk {
  readonly tool: DrawingTool | null
  readonly selected: string | null
  readonly removed: readonly SavedDrawing[]
  readonly begin: (tool: DrawingTool) => void
  readonly select: (id: string | null) => void
  readonly keepRemoved: (removed: readonly SavedDrawing[]) => void
  /** Puts tool, selection and undo away. */
  readonly clear: () => void
}

interface DeskState {
  readonly tool: DrawingTool | null
  readonly selected: string | null
  readonly removed: readonly SavedDrawing[]
}
const empty: DeskState = { tool: null, selected: null, removed: [] }

/** The desk of one market's chart: another market begins with an empty one. */
export function useDrawingDesk(code: string): DrawingDesk {
  const [state, setState] = useState(empty)
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another market
  useEffect(() => setState(empty), [code])
  return useMemo(
    () => ({
      ...state,
      begin: (tool) => setState({ ...empty, tool }),
      select: (selected) => setState({ ...empty, selected }),
      keepRemoved: (removed) => setState({ ...empty, removed }),
      clear: () => setState(empty),
    }),
    [state],
  )
}

/** Everything that the parts of the drawing code work on. */
export interface DrawingWork extends MarketChart {
  readonly desk: DrawingDesk
  readonly digits: number
  readonly narrow: boolean
}
