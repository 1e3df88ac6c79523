import type { FilePurpose } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Field } from '@candor/ui/field.tsx'
import { Camera, CircleCheck, ImageUp } from 'lucide-react'
import { type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { failureText } from '../session/failure.ts'
import { useT, useWords } from '../session/language.ts'
import { type Upload, useUpload } from './use-upload.ts'

const CameraDialog = lazy(() => import('./camera-dialog.tsx'))

interface PictureFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error?: string | null
  readonly purpose: FilePurpose
  /** The picture the server keeps; null: none yet. */
  readonly fileId: string | null
  readonly onChange: (fileId: string | null) => void
  /** The camera a phone opens: front or back. */
  readonly facing?: 'user' | 'environment'
}

const kinds = 'image/jpeg,image/png,image/jp2,.jp2,.j2k,.jpf'

/** One picture: chosen, dropped or taken with the camera; checked, sent with its progress, shown, replaced or removed. */
export function PictureField({ label, hint, error, facing = 'environment', ...setup }: PictureFieldProps) {
  const t = useT()
  const upload = useUpload(setup)
  const [over, setOver] = useState(false)
  const [camera, setCamera] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) upload.take(file)
  }
  return (
    <Field label={label} hint={hint} error={error ?? problemOf(upload, t)}>
      {(control) => (
        <fieldset
          aria-label={label}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          className={classNames(
            'flex flex-col gap-3 rounded-m border border-dashed p-4 transition-colors duration-150',
            over ? 'border-accent bg-sunken' : 'border-hairline-strong bg-surface',
          )}
        >
          <UploadShown upload={upload} label={label} />
          <input
            {...control}
            ref={input}
            type="file"
            accept={kinds}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0]
              event.currentTarget.value = ''
              if (file !== undefined) upload.take(file)
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="s"
              icon={<ImageUp aria-hidden className="size-4" />}
              onClick={() => input.current?.click()}
            >
              {upload.state.at === 'kept' ? t('kyc.upload.replace') : t('kyc.upload.pick')}
            </Button>
            <Button
              variant="secondary"
              size="s"
              icon={<Camera aria-hidden className="size-4" />}
              onClick={() => setCamera(true)}
            >
              {t('kyc.upload.camera')}
            </Button>
            {upload.state.at === 'kept' && (
              <Button variant="quiet" size="s" onClick={upload.remove}>
                {t('kyc.upload.remove')}
              </Button>
            )}
          </div>
          {camera && (
            <Suspense>
              <CameraDialog
                title={label}
                facing={facing}
                onClose={() => setCamera(false)}
                onTaken={(photo) => {
                  setCamera(false)
                  upload.take(photo)
                }}
              />
            </Suspense>
          )}
        </fieldset>
      )}
    </Field>
  )
}

function problemOf({ state }: Upload, t: ReturnType<typeof useT>): string | null {
  if (state.at !== 'failed') return null
  if (state.reason !== null) return t.maybe(`kyc.refused.${state.reason}`) ?? t('codes.11023')
  return `${t('kyc.upload.failed')} ${failureText(t, state.failure)}`
}

function UploadShown({ upload, label }: { readonly upload: Upload; readonly label: string }) {
  const { t, tag } = useWords()
  const { state, preview } = upload
  if (state.at === 'large') {
    const size = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(state.file.size / 1_048_576)
    return (
      <div role="status" className="flex flex-col items-start gap-2 text-14 text-ink-2">
        <p>{t('kyc.upload.large', { size })}</p>
        <Button size="s" onClick={upload.shrink}>
          {t('kyc.upload.shrink')}
        </Button>
      </div>
    )
  }
  if (state.at === 'empty') {
    return (
      <p className="text-14 text-ink-2">
        <span className="max-md:hidden">{t('kyc.upload.drop')} </span>
        <span className="text-ink-3">{t('kyc.upload.rule')}</span>
      </p>
    )
  }
  return (
    <div className="flex items-center gap-3">
      {preview !== null && (
        <img
          src={preview}
          alt={label}
          className="h-20 w-28 shrink-0 rounded-s border border-hairline bg-sunken object-contain"
        />
      )}
      <div className="min-w-0 flex-1 text-14">
        {state.at === 'sending' && <Progress share={state.share} />}
        {state.at === 'kept' && (
          <p role="status" className="flex items-center gap-1.5 text-ink">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            {preview === null ? t('kyc.upload.kept') : t('kyc.upload.done')}
          </p>
        )}
        {state.at === 'failed' && state.reason === null && (
          <Button size="s" onClick={upload.retry}>
            {t('shell.retry')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Progress({ share }: { readonly share: number }) {
  const { t, tag } = useWords()
  const percent = new Intl.NumberFormat(tag, { style: 'percent' }).format(share)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="figures text-ink-2">{t('kyc.upload.sending', { percent })}</p>
      <progress value={share} max={1} aria-label={t('kyc.upload.sending', { percent })} className="sr-only" />
      <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </div>
  )
}
