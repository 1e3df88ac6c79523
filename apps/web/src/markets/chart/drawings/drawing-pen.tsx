import type { ChartPoint } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import type { Coordinate } from 'klinecharts'
import { type RefObject, useEffect, useRef } from 'react'
import { useT } from '../../../session/language/language.ts'
import type { CandleChart } from '../candle-chart.ts'
import { deleteDrawings, moveDrawing } from './drawing-edits.ts'
import type { DrawingLayer } from './drawing-layer.ts'
import type { DrawnShape } from './figure-parts.ts'
import { movePoints, Pen, stepOf } from './pen.ts'
import { pointsOf } from './tool-catalog.ts'
import type { DrawingEditor, DrawingWork } from './use-drawing-editor.ts'

interface DrawingPenProps {
  readonly canvas: CandleChart
  readonly layer: DrawingLayer | null
  readonly work: DrawingWork
  /** The drawing that the tool in use begins. */
  readonly draft: () => DrawnShape | null
  readonly onDrawn: (points: readonly ChartPoint[]) => void
  /** Called with the number of points that are placed: 0 when a tool begins. Must stay the same function. */
  readonly onPoint: (placed: number) => void
}

/** Controls that use keys themselves: the chart gets only Escape from them. */
const ownKeys = 'button, input, [popover], dialog'
const placeKeys: ReadonlySet<string> = new Set(['Enter', ' '])

/**
 * Takes pointer and keys of the chart while a tool is in use, and its keys while a drawing is selected: arrows move, Enter places, Delete
 * deletes, Escape ends. Points are placed here and not by the library, which loses the second of two quick clicks.
 */
export function DrawingPen(props: DrawingPenProps) {
  const t = useT()
  const surface = useRef<HTMLDivElement>(null)
  const { tool, selected } = props.work.editor
  const pen = usePen(props)
  useChartKeys(surface, tool ?? selected, (event) => pressKey(event, pen, props))
  if (tool === null && selected === null) return null
  const placeOf = (event: { readonly clientX: number; readonly clientY: number }) => {
    const box = surface.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  return (
    <div
      ref={surface}
      role="application"
      aria-label={t('markets.chart.drawings')}
      className={classNames('absolute inset-0 z-10', tool === null && 'pointer-events-none')}
    >
      <button
        type="button"
        aria-label={t(tool === null ? 'chart.draw.keys.move' : 'chart.draw.keys.place')}
        onPointerMove={(event) => pen.hover(placeOf(event))}
        onClick={(event) => {
          // A click of the keyboard has no place; the keys of the chart have their own effect.
          if (event.detail > 0) pen.click(placeOf(event))
        }}
        className="size-full cursor-crosshair touch-pan-y focus-visible:outline-offset-[-2px]"
      />
    </div>
  )
}

/** Calls `onKey` with the keys of the whole chart while something is in use, which gets the focus when it begins. */
function useChartKeys(
  surface: RefObject<HTMLElement | null>,
  inUse: string | null,
  onKey: (event: KeyboardEvent) => boolean,
): void {
  const newest = useRef(onKey)
  newest.current = onKey
  useEffect(() => {
    const chart = surface.current?.parentElement
    if (!chart || inUse === null) return
    // After a sheet has closed, which gives the focus back to its button.
    queueMicrotask(() => surface.current?.querySelector('button')?.focus({ preventScroll: true }))
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event
      const control = target instanceof Element ? target.closest(ownKeys) : null
      const isOther = control !== null && control.parentElement !== surface.current
      if ((isOther && event.key !== 'Escape') || !newest.current(event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    chart.addEventListener('keydown', onKeyDown)
    return () => chart.removeEventListener('keydown', onKeyDown)
  }, [surface, inUse])
}

/** Acts on the drawing that is not finished. */
interface PenActs {
  readonly hover: (place: Coordinate) => void
  readonly click: (place: Coordinate) => void
  readonly step: (by: Coordinate) => void
  readonly place: () => void
}

function usePen(props: DrawingPenProps): PenActs {
  const { canvas, layer, work, onPoint } = props
  const { tool } = work.editor
  const ref = useRef<Pen | null>(null)
  useEffect(() => {
    ref.current = tool === null ? null : new Pen(canvas.library)
    onPoint(0)
    return () => layer?.cancel()
  }, [canvas, layer, tool, onPoint])
  const withPen = (act: (pen: Pen) => void) => {
    if (ref.current !== null) act(ref.current)
  }
  return {
    hover: (place) =>
      withPen((pen) => {
        pen.moveTo(place)
        showDraft(pen, props)
      }),
    click: (place) =>
      withPen((pen) => {
        if (!pen.isOver(place)) return
        pen.moveTo(place)
        placePoint(pen, props)
      }),
    step: (by) =>
      withPen((pen) => {
        pen.move(by)
        showDraft(pen, props)
      }),
    place: () => withPen((pen) => placePoint(pen, props)),
  }
}

/** Adds the point under the cross; with the last one the drawing is finished. */
function placePoint(pen: Pen, props: DrawingPenProps): void {
  const point = pen.point()
  const { tool } = props.work.editor
  if (point === null || tool === null) return
  pen.points = [...pen.points, point]
  props.onPoint(pen.points.length)
  if (pen.points.length < pointsOf[tool]) {
    showDraft(pen, props)
    return
  }
  props.layer?.cancel()
  props.onDrawn(pen.points)
}

/** Shows the drawing as it would be with the point under the cross. */
function showDraft(pen: Pen, { layer, draft }: DrawingPenProps): void {
  const [point, shape] = [pen.point(), draft()]
  if (point === null || shape === null || pen.points.length === 0) return
  layer?.preview({ ...shape, selected: true }, [...pen.points, point])
}

/** Returns whether a key has an effect, after it had it. */
function pressKey(event: KeyboardEvent, pen: PenActs, props: DrawingPenProps): boolean {
  const { editor } = props.work
  if (event.key === 'Escape') return finish(editor)
  if (editor.tool === null) return pressOnSelected(event, props)
  const step = stepOf(props.canvas.library, event)
  if (step !== null) pen.step(step)
  else if (placeKeys.has(event.key)) pen.place()
  else return false
  return true
}

function finish(editor: DrawingEditor): boolean {
  editor.clear()
  return true
}

function pressOnSelected(event: KeyboardEvent, { canvas, work }: DrawingPenProps): boolean {
  const { editor, chart } = work
  if (event.key === 'Delete' || event.key === 'Backspace') {
    deleteDrawings(
      work,
      chart.drawings.filter(({ id }) => id === editor.selected),
    )
    return true
  }
  const step = stepOf(canvas.library, event)
  if (step !== null) shift(canvas, work, step)
  return step !== null
}

/** Moves the selected drawing. */
function shift({ library }: CandleChart, { editor, chart, change }: DrawingWork, by: Coordinate): void {
  const drawing = chart.drawings.find(({ id }) => id === editor.selected)
  const points = drawing && movePoints(library, drawing.points, by)
  if (drawing && points) change(moveDrawing(drawing.id, points))
}
