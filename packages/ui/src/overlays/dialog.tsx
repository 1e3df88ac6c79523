import { X } from 'lucide-react'
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button, type ButtonVariant, IconButton } from '../controls/button.tsx'
import { useUiWords } from '../ui-words.tsx'

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
  const titleId = useId()
  const { dialog, shown } = useModal(open)
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={(event) => {
        if (isOwn(event)) onClose()
      }}
      onCancel={(event) => {
        if (!isOwn(event)) return
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (isOwn(event)) onClose()
      }}
      className={classNames(
        'max-md:rise md:open:appear m-auto flex-col overflow-hidden bg-surface p-0 text-ink shadow-lift open:flex',
        'backdrop:bg-overlay max-md:mt-auto max-md:mb-0 max-md:w-full max-md:max-w-full max-md:rounded-t-m',
        'md:rounded-m',
        wide ? 'md:w-[44rem]' : 'md:w-[28rem]',
        'max-h-[min(88dvh,52rem)]',
      )}
    >
      {shown && (
        <>
          {/* No header or footer element: inside the page's own bar they would be landmarks within a landmark. */}
          <DialogHead id={titleId} title={title} onClose={onClose} />
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

/** React hands the events of a dialog within this one to it too: only its own close it. */
const isOwn = ({ target, currentTarget }: SyntheticEvent): boolean => target === currentTarget

/**
 * Opens and closes the browser's own dialog as its property requires. `shown` is true once it is open: only then can a field in it take the
 * focus by `autoFocus`. Where none does, the first button has it.
 */
function useModal(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    if (open && !element.open) element.showModal()
    if (!open && element.open) element.close()
    setShown(open)
  }, [open])
  useLayoutEffect(() => {
    const element = dialog.current
    if (shown && document.activeElement === element) element?.querySelector('button')?.focus()
  }, [shown])
  // Removed while open, it would leave the focus nowhere: closed first, it gives it back to what opened it.
  useLayoutEffect(() => {
    const element = dialog.current
    return () => element?.close()
  }, [])
  return { dialog, shown: open && shown }
}

function DialogHead({
  id,
  title,
  onClose,
}: {
  readonly id: string
  readonly title: string
  readonly onClose: () => void
}) {
  const words = useUiWords()
  return (
    <div className="flex items-center justify-between gap-3 border-hairline border-b py-2 ps-5 pe-2">
      <h2 id={id} className="font-semibold text-16">
        {title}
      </h2>
      <IconButton label={words.close} onClick={onClose}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </div>
  )
}

/** An open dialog with one action and a way back from it; neither can be pressed while the action runs. */
export function ConfirmDialog({
  title,
  onClose,
  cancelLabel,
  onCancel = onClose,
  confirm: { label, busy, disabled = false, variant = 'primary', ...run },
  note,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly cancelLabel: string
  readonly onCancel?: () => void
  /** The action: `onClick`, or the id of the form in the dialog that it submits. */
  readonly confirm: {
    readonly label: string
    readonly busy: boolean
    readonly disabled?: boolean
    readonly variant?: ButtonVariant
  } & ({ readonly onClick: () => void } | { readonly form: string })
  /** A short text next to the buttons, above them on narrow screens. */
  readonly note?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant={variant} busy={busy} disabled={disabled} {...submitting(run)}>
            {label}
          </Button>
          {note !== undefined && (
            <div className="min-w-0 md:order-first md:flex-1 md:self-center">{note}</div>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

const submitting = (run: { readonly onClick: () => void } | { readonly form: string }) =>
  'form' in run ? ({ ...run, type: 'submit' } as const) : run
