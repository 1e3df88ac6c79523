import type { ChartPoint, SavedDrawing } from '@candor/contract'
import { savedChartLimits } from '@candor/rules/markets/saved-chart.ts'
import { newKey } from '../../../session/calls/intent.ts'
import type { ChartEdit } from '../state/chart-choices.ts'
import type { DrawingWork } from './use-drawing-editor.ts'

/** Adds drawings, as many as a chart holds; it shows them even where drawings were hidden. */
export const addDrawings =
  (added: readonly SavedDrawing[]): ChartEdit =>
  (chart) => ({
    ...chart,
    drawings: [...chart.drawings, ...added].slice(0, savedChartLimits.drawings),
    drawingsHidden: false,
  })

/** Changes one drawing. */
export const changeDrawing =
  (id: string, changed: Partial<Omit<SavedDrawing, 'id' | 'tool'>>): ChartEdit =>
  (chart) => ({
    ...chart,
    drawings: chart.drawings.map((one) => (one.id === id ? { ...one, ...changed } : one)),
  })

/** Moves one drawing, unless it was locked meanwhile. */
export const moveDrawing =
  (id: string, points: readonly ChartPoint[]): ChartEdit =>
  (chart) => ({
    ...chart,
    drawings: chart.drawings.map((one) =>
      one.id === id && !one.locked ? { ...one, points: [...points] } : one,
    ),
  })

export const removeDrawings =
  (ids: ReadonlySet<string>): ChartEdit =>
  (chart) => ({ ...chart, drawings: chart.drawings.filter(({ id }) => !ids.has(id)) })

export const hideDrawings =
  (drawingsHidden: boolean): ChartEdit =>
  (chart) => ({ ...chart, drawingsHidden })

/** Deletes drawings; undo restores them until the next step. */
export function deleteDrawings({ editor, change }: DrawingWork, deleted: readonly SavedDrawing[]): void {
  change(removeDrawings(new Set(deleted.map(({ id }) => id))))
  editor.offerUndo(deleted)
}

/** Puts back what was deleted last. */
export function undoRemoval({ editor, change }: DrawingWork): void {
  change(addDrawings(editor.removed))
  editor.clear()
}

/** A new random id, as long as an id may be. */
export const newDrawingId = (): string => newKey().replaceAll('-', '').slice(-24)
