import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { type Drawing, drawStroke, type PadSize, type Point, showDrawing, withStroke } from './drawing.ts'

interface SignaturePadProps {
  /** Accessible name, for readers who cannot see the pad. */
  readonly label: string
  readonly hint: string
  readonly clearLabel: string
  /** Null while nothing is drawn. */
  readonly drawing: Drawing | null
  /** Called at the end of each stroke, and with null when it is cleared. */
  readonly onDraw: (drawing: Drawing | null) => void
}

const sizeOf = ({ clientWidth, clientHeight }: HTMLCanvasElement): PadSize => ({
  width: clientWidth,
  height: clientHeight,
})

/** A pad to sign on with a finger, a pen or the mouse. It is white in both themes, because the signature is stored as ink on paper. */
export function SignaturePad({ label, hint, clearLabel, drawing, onDraw }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const stroke = useRef<Point[] | null>(null)
  useShownDrawing(canvas, drawing)
  const draw = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const from = stroke.current?.at(-1)
    if (from === undefined) return
    const to = pointOf(event)
    stroke.current?.push(to)
    drawStroke(event.currentTarget, [from, to], 1)
  }
  const end = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (stroke.current === null) return
    onDraw(withStroke(drawing, stroke.current, sizeOf(event.currentTarget)))
    stroke.current = null
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="relative">
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            stroke.current = [pointOf(event)]
            drawStroke(event.currentTarget, stroke.current, 1)
          }}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
          className="block h-44 w-full touch-none cursor-crosshair rounded-s border border-hairline-strong bg-sheet"
        />
        {drawing === null && (
          <p className="pointer-events-none absolute inset-x-4 bottom-4 border-sheet-ink-2 border-b pb-1 text-12 text-sheet-ink-2">
            {hint}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        size="s"
        onClick={() => onDraw(null)}
        disabled={drawing === null}
        className="self-end"
      >
        {clearLabel}
      </Button>
    </div>
  )
}

/** Shows the drawing, also after the pad changed its size, as when a phone is turned. */
function useShownDrawing(canvas: React.RefObject<HTMLCanvasElement | null>, drawing: Drawing | null): void {
  useEffect(() => {
    const sheet = canvas.current
    if (sheet === null) return
    let shown: PadSize | null = null
    const show = () => {
      const pad = sizeOf(sheet)
      if (pad.width === shown?.width && pad.height === shown.height) return
      shown = pad
      showDrawing(sheet, drawing, pad)
    }
    show()
    const observer = new ResizeObserver(show)
    observer.observe(sheet)
    return () => observer.disconnect()
  }, [canvas, drawing])
}

const pointOf = ({ nativeEvent }: React.PointerEvent): Point => [nativeEvent.offsetX, nativeEvent.offsetY]
