import { Button, type ButtonVariant } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { type FormEvent, type ReactNode, useId } from 'react'
import { sentenceOf } from '../session/failure.ts'

interface FormDialogProps {
  readonly open?: boolean
  readonly title: string
  /** Name of the button that sends the form. */
  readonly act: string
  readonly variant?: ButtonVariant
  readonly narrow?: boolean
  readonly disabled?: boolean
  readonly busy: boolean
  /** A refusal shown below the fields; left out where a field shows it. */
  readonly error?: unknown
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Dialog with one form: its fields, the refusal below them, and the button that sends it. */
export function FormDialog({
  open = true,
  title,
  act,
  variant = 'primary',
  narrow = false,
  disabled = false,
  busy,
  error = null,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const form = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const send = (
    <Button form={form} type="submit" variant={variant} disabled={disabled} busy={busy}>
      {act}
    </Button>
  )
  return (
    <Dialog open={open} onClose={onClose} title={title} wide={!narrow} footer={send}>
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {children}
        {error !== null && <Banner tone="bad">{sentenceOf(error)}</Banner>}
      </form>
    </Dialog>
  )
}

/** Reports success and closes the dialog. */
export const closeWith = (words: string, onClose: () => void) => (): void => {
  toast(words, 'good')
  onClose()
}
