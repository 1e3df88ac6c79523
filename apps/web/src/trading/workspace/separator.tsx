import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { readStored, writeStored } from '../session/browser-storage.ts'

const smallest = 96
const usual = 232
const keyStep = 24

const within = (height: number, whole: number): number =>
  Math.round(Math.max(smallest, Math.min(height, whole * 0.6)))

/** Two panes over one another with a line between them that can be pulled, by pointer or arrow keys. */
export function SplitPane({
  label,
  above,
  below,
}: {
  readonly label: string
  readonly above: ReactNode
  readonly below: ReactNode
}) {
  const frame = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(() => Number(readStored('panel')) || usual)
  const set = (next: number) => {
    const fitted = within(next, frame.current?.clientHeight ?? 800)
    setHeight(fitted)
    writeStored('panel', String(fitted))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const box = frame.current?.getBoundingClientRect()
    if (box !== undefined) set(box.bottom - event.clientY)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: keyStep, ArrowDown: -keyStep }[event.key]
    if (step === undefined) return
    event.preventDefault()
    set(height + step)
  }
  return (
    <div ref={frame} className="flex min-h-0 min-w-0 flex-col">
      <div className="min-h-0 flex-1">{above}</div>
      <hr
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuenow={height}
        aria-valuemin={smallest}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
        className="relative z-10 m-0 h-px shrink-0 cursor-row-resize touch-none border-0 bg-hairline after:absolute after:inset-x-0 after:-top-1 after:h-2 hover:bg-hairline-strong focus-visible:bg-accent"
      />
      <div className="min-h-0 shrink-0" style={{ height }}>
        {below}
      </div>
    </div>
  )
}
