import type { ChartPoint, SavedDrawing } from '@candor/contract'
import type { ChartColor, DrawingTool } from '@candor/rules/markets/saved-chart.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import { usePageColors } from '../page-colors.ts'
import { DrawingBar } from './drawing-bar.tsx'
import { addDrawings, changeDrawing, moveDrawing, newDrawingId } from './drawing-edits.ts'
import { DrawingLayer, type LayerHandlers } from './drawing-layer.ts'
import { DrawingPen } from './drawing-pen.tsx'
import { drawingWords } from './drawing-words.ts'
import type { DrawnShape } from './figure-parts.ts'
import { TextDialog } from './text-dialog.tsx'
import type { DrawingWork } from './use-drawing-editor.ts'

/** px around a line that a finger hits, and the pointer of a mouse. */
const reachPx = { narrow: 14, wide: 7 } as const

/** Colour that a new drawing of a tool has. */
const firstColor: Partial<Record<DrawingTool, ChartColor>> = { text: 'ink', priceLabel: 'ink' }

const newDrawing = (tool: DrawingTool, points: readonly ChartPoint[] = []): SavedDrawing => ({
  id: newDrawingId(),
  tool,
  points: [...points],
  color: firstColor[tool] ?? 'accent',
  width: 1,
  locked: false,
  text: '',
})

/** The drawings of a market on its chart, the bar of the tool in use, and the keys that draw and move. */
export function DrawingStage({ canvas, work }: { readonly canvas: CandleChart; readonly work: DrawingWork }) {
  const { direction } = useWords()
  const { editor, chart, change } = work
  const [placed, setPlaced] = useState(0)
  /** The text drawing that is being edited. */
  const [edited, setEdited] = useState<SavedDrawing | null>(null)
  const shapeOf = useShapes(work)
  const finish = (points: readonly ChartPoint[]) => {
    if (editor.tool === null) return
    const drawing = newDrawing(editor.tool, points)
    if (editor.tool === 'text') setEdited(drawing)
    else change(addDrawings([drawing]))
    editor.select(drawing.id)
  }
  const layer = useLayer(canvas, {
    onMoved: (id, points) => change(moveDrawing(id, points)),
    onSelected: editor.select,
  })
  useEffect(() => {
    layer?.show(chart.drawingsHidden ? [] : chart.drawings.map((drawing) => shapeOf(drawing)))
  }, [layer, chart.drawings, chart.drawingsHidden, shapeOf])
  const save = (text: string) => {
    if (edited === null) return
    const known = chart.drawings.some(({ id }) => id === edited.id)
    change(known ? changeDrawing(edited.id, { text }) : addDrawings([{ ...edited, text }]))
    setEdited(null)
  }
  return (
    <>
      <DrawingPen
        canvas={canvas}
        layer={layer}
        work={work}
        draft={() => (editor.tool === null ? null : shapeOf(newDrawing(editor.tool)))}
        onDrawn={finish}
        onPoint={setPlaced}
      />
      {/* The chart runs left to right in every language; its bar and dialog do not. */}
      <div dir={direction}>
        <DrawingBar work={work} placed={placed} onText={setEdited} />
        {edited !== null && <TextDialog text={edited.text} onSave={save} onClose={() => setEdited(null)} />}
      </div>
    </>
  )
}

/** The layer of a chart; a new one with another chart. */
function useLayer(canvas: CandleChart, handlers: LayerHandlers): DrawingLayer | null {
  const [layer, setLayer] = useState<DrawingLayer | null>(null)
  const newest = useRef(handlers)
  newest.current = handlers
  useEffect(() => {
    const made = new DrawingLayer(canvas, {
      onMoved: (id, points) => newest.current.onMoved(id, points),
      onSelected: (id) => newest.current.onSelected(id),
    })
    setLayer(made)
    return () => made.close()
  }, [canvas])
  return layer
}

/** Drawings with their colours and words as the page has them now. */
function useShapes({ editor, digits, narrow }: DrawingWork): (drawing: SavedDrawing) => DrawnShape {
  const language = useWords()
  const colors = usePageColors()
  return useMemo(() => {
    const words = drawingWords(language, digits)
    const { surface, up, down, family } = colors
    const reach = narrow ? reachPx.narrow : reachPx.wide
    return (drawing) => ({
      drawing,
      selected: drawing.id === editor.selected,
      ink: { color: colors.named[drawing.color], ground: surface, up, down, family, reach, words },
    })
  }, [language, colors, digits, narrow, editor.selected])
}
