import { type ReactNode, useCallback, useId, useRef, useState } from 'react'
import { useAnchored } from './anchored.ts'

/** A term with its meaning: shown on hover, on focus and on a tap. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setOpen(false), [])
  useAnchored({ open, anchor, floating: panel, onClose: close })
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-describedby={open ? id : undefined}
        onMouseEnter={() => setOpen(true)}
        onMouseLeave={close}
        onFocus={() => setOpen(true)}
        onBlur={close}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        className="cursor-help rounded-s text-start underline decoration-hairline-strong decoration-dotted underline-offset-4"
      >
        {children}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          role="tooltip"
          popover="manual"
          className="appear fixed m-0 max-w-72 rounded-s bg-ink px-3 py-2 text-12 text-ground shadow-lift"
        >
          {text}
        </div>
      )}
    </>
  )
}
