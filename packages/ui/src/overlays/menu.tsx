import { type ReactNode, type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useAnchored } from './anchored.ts'

export const floatingClass =
  'appear fixed m-0 overflow-y-auto rounded-m border border-hairline bg-surface p-1 text-ink shadow-lift'

/** A button that opens a small panel; the panel closes on Escape, on a press elsewhere and on request. */
export function Popover({
  trigger,
  label,
  triggerClass,
  panelClass,
  tabIndex,
  children,
}: {
  readonly trigger: ReactNode
  readonly label: string
  readonly triggerClass?: string
  readonly panelClass?: string
  /** −1 where other keys than Tab lead to the button. */
  readonly tabIndex?: 0 | -1
  readonly children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = useCallback(() => setOpen(false), [])
  useAnchored({ open, anchor, floating: panel, onClose: close })
  useEscape(open, panel, () => {
    close()
    anchor.current?.focus()
  })
  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-label={label}
        title={label}
        tabIndex={tabIndex}
        aria-haspopup="true"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={triggerClass}
      >
        {trigger}
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          popover="manual"
          role="dialog"
          aria-label={label}
          className={classNames(floatingClass, panelClass)}
        >
          {children(close)}
        </div>
      )}
    </>
  )
}

/** A small panel at a place in the window, such as of a right click; it begins with the focus, and closes as a popover does. */
export function PanelAt({
  at,
  label,
  onClose,
  children,
}: {
  readonly at: { readonly x: number; readonly y: number }
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useAnchored({ open: true, anchor, floating: panel, onClose })
  useEscape(true, panel, onClose)
  useEffect(() => panel.current?.querySelector('button')?.focus(), [])
  return (
    <>
      <span ref={anchor} aria-hidden className="fixed" style={{ left: at.x, top: at.y }} />
      <div
        ref={panel}
        popover="manual"
        role="dialog"
        aria-label={label}
        className={classNames(floatingClass, 'min-w-48')}
      >
        {children}
      </div>
    </>
  )
}

/**
 * Calls `onEscape` while a panel is open, wherever the focus is: after a press of the mouse it is on the button or nowhere. An Escape within
 * another panel is that one's, and a dialog around it stays open.
 */
function useEscape(open: boolean, panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const act = useRef(onEscape)
  act.current = onEscape
  useEffect(() => {
    if (!open) return
    const onKeyDown = (event: KeyboardEvent) => {
      const within = event.target instanceof Element ? event.target.closest('[popover]') : null
      if (event.key !== 'Escape' || (within !== null && within !== panel.current)) return
      event.preventDefault()
      event.stopPropagation()
      act.current()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [open, panel])
}

const menuItemClass =
  'tap flex w-full items-center gap-2.5 rounded-s px-3 py-1.5 text-start text-14 text-ink no-underline ' +
  'hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-offset-[-2px]'

export { menuItemClass }
