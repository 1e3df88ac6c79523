import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { useUiWords } from './ui-words.tsx'

/**
 * A dialog on wide screens, a sheet from below on narrow ones. The browser's own <dialog> keeps the focus inside, closes on Escape
 * and covers everything.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  wide = false,
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** The actions; they stay in sight while the content scrolls. */
  readonly footer?: ReactNode
  readonly wide?: boolean
}) {
  const words = useUiWords()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (element === null || element.open === open) return
    if (open) element.showModal()
    else element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      className={classNames(
        'max-md:rise md:open:appear m-auto flex-col overflow-hidden bg-surface p-0 text-ink shadow-lift open:flex',
        'backdrop:bg-overlay max-md:mt-auto max-md:mb-0 max-md:w-full max-md:max-w-full max-md:rounded-t-m',
        'md:rounded-m',
        wide ? 'md:w-[44rem]' : 'md:w-[28rem]',
        'max-h-[min(88dvh,52rem)]',
      )}
    >
      {open && (
        <>
          {/* No header or footer element: inside the page's own bar they would be landmarks within a landmark. */}
          <div className="flex items-center justify-between gap-3 border-hairline border-b py-2 ps-5 pe-2">
            <h2 id={titleId} className="font-semibold text-16">
              {title}
            </h2>
            <IconButton label={words.close} onClick={onClose}>
              <X aria-hidden className="size-4.5" />
            </IconButton>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer !== undefined && (
            <div className="flex flex-col-reverse gap-2 border-hairline border-t px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:flex-row md:justify-end">
              {footer}
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
