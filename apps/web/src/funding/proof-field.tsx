import { Button } from '@candor/ui/button.tsx'
import { Field } from '@candor/ui/field.tsx'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { sendForm } from '../session/call-server.ts'
import { failureText } from '../session/failure.ts'
import { useT } from '../session/language.ts'

/** A picture of the payment: picked or taken, sent at once, shown by its name, removable. */
export function ProofField({
  label,
  error,
  fileId,
  onFile,
}: {
  readonly label: string
  readonly error: string | null
  readonly fileId: string | null
  readonly onFile: (fileId: string | null) => void
}) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const take = (file: File) => {
    setBusy(true)
    setFailure(null)
    setName(file.name)
    const form = new FormData()
    form.append('purpose', 'deposit')
    form.append('file', file)
    sendForm('upload', form)
      .then(({ fileId }) => onFile(fileId), setFailure)
      .finally(() => setBusy(false))
  }
  const wrong = failure === null ? error : failureText(t, failure)
  return (
    <Field label={label} hint={t('funding.form.proof.hint')} error={wrong}>
      {(control) => (
        <div className="flex min-h-11 items-center gap-3">
          <input
            {...control}
            ref={input}
            type="file"
            name="proof"
            accept="image/jpeg,image/png,image/jp2,.jp2,.j2k"
            className="sr-only"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file !== undefined) take(file)
            }}
          />
          <Button
            variant="secondary"
            busy={busy}
            icon={<ImagePlus aria-hidden className="size-4" />}
            onClick={() => input.current?.click()}
          >
            {t(fileId === null ? 'funding.form.proof.pick' : 'funding.form.proof.other')}
          </Button>
          {fileId !== null && !busy && (
            <span className="flex min-w-0 items-center gap-1">
              <span className="truncate text-14 text-ink-2">{name ?? t('funding.form.proof.added')}</span>
              <button
                type="button"
                aria-label={t('funding.form.proof.remove')}
                title={t('funding.form.proof.remove')}
                onClick={() => onFile(null)}
                className="tap flex size-9 shrink-0 items-center justify-center rounded-s text-ink-3 hover:bg-sunken hover:text-ink"
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
