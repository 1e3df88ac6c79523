import type { SavedDrawing } from '@candor/contract'
import type { DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import { useMemo, useState } from 'react'
import type { MarketChart } from '../state/use-market-chart.ts'

/** The tool in use, the drawing that is selected, and the drawings deleted last, for undo. */
export interface DrawingEditor {
  readonly tool: DrawingTool | null
  readonly selected: string | null
  readonly removed: readonly SavedDrawing[]
  readonly begin: (tool: DrawingTool) => void
  readonly select: (id: string | null) => void
  readonly offerUndo: (removed: readonly SavedDrawing[]) => void
  /** Clears the tool, the selection and what can be undone. */
  readonly clear: () => void
}

interface EditorState {
  readonly tool: DrawingTool | null
  readonly selected: string | null
  readonly removed: readonly SavedDrawing[]
}
const empty: EditorState = { tool: null, selected: null, removed: [] }

/** The drawing editor of one market's chart: another market begins without a tool or selection. */
export function useDrawingEditor(code: string): DrawingEditor {
  const [stored, setStored] = useState({ code, state: empty })
  // Set while rendering, so that the first picture of another market has no tool.
  if (stored.code !== code) setStored({ code, state: empty })
  const { state } = stored
  return useMemo(() => {
    const set = (changed: Partial<EditorState>) => setStored({ code, state: { ...empty, ...changed } })
    return {
      ...state,
      begin: (tool) => set({ tool }),
      select: (selected) => set({ selected }),
      offerUndo: (removed) => set({ removed }),
      clear: () => set(empty),
    }
  }, [code, state])
}

/** A market's chart with its drawing editor, for the components that draw. */
export interface DrawingWork extends MarketChart {
  readonly editor: DrawingEditor
  readonly digits: number
  readonly narrow: boolean
}
