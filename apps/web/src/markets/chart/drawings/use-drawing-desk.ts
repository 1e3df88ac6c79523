import type { SavedDrawing } from '@candor/contract'
import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import { useMemo, useState } from 'react'
import type { MarketChart } from '../state/use-market-chart.ts'

/** The tool in use, the drawing that is selected, and the drawings deleted last, for undo. */
export interface DrawingDesk {
  readonly tool: DrawingTool | null
  readonly selected: string | null
  readonly removed: readonly SavedDrawing[]
  readonly begin: (tool: DrawingTool) => void
  readonly select: (id: string | null) => void
  readonly offerUndo: (removed: readonly SavedDrawing[]) => void
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
  const [stored, setStored] = useState({ code, state: empty })
  // Set while rendering: no market is drawn with the desk of another.
  if (stored.code !== code) setStored({ code, state: empty })
  const { state } = stored
  return useMemo(() => {
    const set = (changed: Partial<DeskState>) => setStored({ code, state: { ...empty, ...changed } })
    return {
      ...state,
      begin: (tool) => set({ tool }),
      select: (selected) => set({ selected }),
      offerUndo: (removed) => set({ removed }),
      clear: () => set(empty),
    }
  }, [code, state])
}

/** Everything that the parts of the drawing code work on. */
export interface DrawingWork extends MarketChart {
  readonly desk: DrawingDesk
  readonly digits: number
  readonly narrow: boolean
}
