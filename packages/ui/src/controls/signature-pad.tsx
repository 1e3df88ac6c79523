import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** Makes a picture of the drawing. */
export type TakeInk = () => Promise<Blob>

interface SignaturePadProps {
  /** Accessible name, for readers who cannot see the pad. */
  readonly label: string
  readonly hint: string
  readonly clearLabel: string
  /** Called at the end of each stroke, and with null when it is cleared. */
  readonly onInk: (take: TakeInk | null) => void
}

const lineWidth = 2.2
/** Drawn with this many dots per pixel, so that the line is sharp on paper too. */
const density = 2

/** A pad to sign on with a finger, a pen or the mouse. It is white in both themes, because the signature is stored as ink on paper. */
export function SignaturePad({ label, hint, clearLabel, onInk }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const last = useRef<readonly [number, number] | null>(null)
  const [signed, setSigned] = useState(false)
  useEffect(() => {
    const sheet = canvas.current
    if (sheet === null) return
    sheet.width = sheet.clientWidth * density
    sheet.height = sheet.clientHeight * density
  }, [])
  const clear = () => {
    const sheet = canvas.current
    sheet?.getContext('2d')?.clearRect(0, 0, sheet.width, sheet.height)
    setSigned(false)
    onInk(null)
  }
  const draw = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return
    const to = pointOf(event)
    strokeTo(event.currentTarget, last.current, to)
    last.current = to
  }
  const end = (event: React.PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return
    last.current = null
    const sheet = event.currentTarget
    setSigned(true)
    onInk(() => pictureOf(sheet))
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
            last.current = pointOf(event)
            strokeTo(event.currentTarget, last.current, last.current)
          }}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
          className="block h-44 w-full touch-none cursor-crosshair rounded-s border border-hairline-strong bg-sheet"
        />
        {!signed && (
          <p className="pointer-events-none absolute inset-x-4 bottom-4 border-sheet-ink-2 border-b pb-1 text-12 text-sheet-ink-2">
            {hint}
          </p>
        )}
      </div>
      <Button variant="quiet" size="s" onClick={clear} disabled={!signed} className="self-end">
        {clearLabel}
      </Button>
    </div>
  )
}

const pointOf = ({ nativeEvent }: React.PointerEvent): readonly [number, number] => [
  nativeEvent.offsetX * density,
  nativeEvent.offsetY * density,
]

function strokeTo(
  sheet: HTMLCanvasElement,
  from: readonly [number, number],
  to: readonly [number, number],
): void {
  const pen = sheet.getContext('2d')
  if (pen === null) return
  pen.strokeStyle = getComputedStyle(sheet).getPropertyValue('--sheet-ink')
  pen.lineWidth = lineWidth * density
  pen.lineCap = 'round'
  pen.beginPath()
  pen.moveTo(...from)
  pen.lineTo(...to)
  pen.stroke()
}

const pictureOf = (sheet: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    sheet.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture of the signature'))
      else resolve(blob)
    }, 'image/png')
  })
