import type { FilePurpose } from '@candor/contract'
import { megabytes } from '@candor/texts/code-text.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { Camera, CircleCheck, ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { useT, useWords } from '../session/language/language.ts'
import { laterPart } from '../shell/later-part.ts'
import { PictureInput } from './picture-input.tsx'
import { megabytesText, percentText, uploadFailureText } from './upload-text.ts'
import { type Upload, useUpload } from './use-upload.ts'

const CameraDialog = laterPart(() => import('./camera-dialog.tsx'))

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

/** One picture: chosen, dropped or taken with the camera; checked, sent with its progress, shown, replaced or removed. */
export function PictureField({ label, hint, error, facing = 'environment', ...setup }: PictureFieldProps) {
  const t = useT()
  const upload = useUpload(setup)
  const input = useRef<HTMLInputElement>(null)
  const { state } = upload
  // Why the picture was refused says more than that there is none.
  const problem = state.at === 'failed' ? uploadFailureText(t, state) : error
  return (
    <Field label={label} hint={hint} error={problem}>
      {(control) => (
        <DropArea label={label} onFile={upload.take}>
          <UploadShown upload={upload} label={label} />
          <PictureInput {...control} ref={input} onFile={upload.take} />
          <PictureButtons
            upload={upload}
            label={label}
            facing={facing}
            onPick={() => input.current?.click()}
          />
        </DropArea>
      )}
    </Field>
  )
}

/** The part of the page on which a file can be dropped. */
function DropArea({
  label,
  onFile,
  children,
}: {
  readonly label: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file !== undefined) onFile(file)
  }
  return (
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
      {children}
    </fieldset>
  )
}

/** The buttons that choose, take and remove the picture, and the camera once it is opened. */
function PictureButtons({
  upload,
  label,
  facing,
  onPick,
}: Required<Pick<PictureFieldProps, 'label' | 'facing'>> & {
  readonly upload: Upload
  readonly onPick: () => void
}) {
  const t = useT()
  const [camera, setCamera] = useState(false)
  const stored = upload.state.at === 'kept'
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          size="s"
          icon={<ImageUp aria-hidden className="size-4" />}
          onClick={onPick}
        >
          {stored ? t('kyc.upload.replace') : t('kyc.upload.pick')}
        </Button>
        <Button
          variant="secondary"
          size="s"
          icon={<Camera aria-hidden className="size-4" />}
          onClick={() => setCamera(true)}
        >
          {t('kyc.upload.camera')}
        </Button>
        {stored && (
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
    </>
  )
}

function UploadShown({ upload, label }: { readonly upload: Upload; readonly label: string }) {
  const { t, tag } = useWords()
  const { state, preview } = upload
  if (state.at === 'large') {
    const size = megabytesText(state.file, tag)
    return (
      <div role="status" className="flex flex-col items-start gap-2 text-14 text-ink-2">
        <p>{t('kyc.upload.large', { size, most: megabytes(state.mostBytes) })}</p>
        <Button size="s" onClick={upload.shrink}>
          {t('kyc.upload.shrink')}
        </Button>
      </div>
    )
  }
  const isRefused = state.at === 'failed' && state.reason !== null
  if (state.at === 'empty' || isRefused) {
    return (
      <p className="text-14 text-ink-2">
        <span className="max-md:hidden">{t('kyc.upload.drop')} </span>
        <span className="text-ink-3">
          {upload.mostBytes !== null && t('kyc.upload.rule', { most: megabytes(upload.mostBytes) })}
        </span>
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
        {state.at === 'failed' && (
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
  const percent = percentText(share, tag)
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
