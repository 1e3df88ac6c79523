import { Button } from '@candor/ui/controls/button.tsx'
import { type Drawing, pictureOf } from '@candor/ui/controls/drawing.ts'
import { Field } from '@candor/ui/controls/field.tsx'
import { SignaturePad } from '@candor/ui/controls/signature-pad.tsx'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../session/calls/failure.ts'
import { uploadFile } from '../session/calls/upload-file.ts'
import { customerState, useCustomerState } from '../session/customer-state.ts'
import { useT } from '../session/language/language.ts'
import { PictureField } from '../uploads/picture-field.tsx'
import type { IdentityWay } from './use-identity.ts'

interface SignatureFieldProps {
  readonly way: IdentityWay
  readonly error: string | null
}

/** A drawn signature; who cannot draw uploads a picture of theirs. */
export function SignatureField({ way, error }: SignatureFieldProps) {
  const t = useT()
  if (way.form.signature !== null)
    return <StoredSignature error={error} onAgain={() => way.keep('signature', null)} />
  return (
    <div className="flex flex-col gap-6">
      <DrawnSignature way={way} error={error} />
      <PictureField
        label={t('kyc.pad.picture')}
        purpose="signature"
        fileId={null}
        onChange={(fileId) => {
          if (fileId !== null) way.keep('signature', fileId)
        }}
      />
    </div>
  )
}

function StoredSignature({
  error,
  onAgain,
}: {
  readonly error: string | null
  readonly onAgain: () => void
}) {
  const t = useT()
  return (
    <Field label={t('kyc.field.signature')} error={error}>
      {() => (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-m border border-hairline p-4 text-14">
          <p role="status" className="flex items-center gap-1.5">
            <CircleCheck aria-hidden className="size-4 text-good" />
            {t('kyc.pad.kept')}
          </p>
          <Button variant="secondary" size="s" onClick={onAgain}>
            {t('kyc.pad.again')}
          </Button>
        </div>
      )}
    </Field>
  )
}

/** Kept until it is used. */
const lastDrawing = customerState<Drawing | null>(null)

function DrawnSignature({ way, error }: SignatureFieldProps) {
  const t = useT()
  const [drawing, setDrawing] = useCustomerState(lastDrawing)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  const use = async () => {
    if (drawing === null) return
    setBusy(true)
    setFailed(null)
    try {
      way.keep('signature', await uploadFile(await pictureOf(drawing), 'signature'))
      setDrawing(null)
    } catch (failure) {
      setFailed(`${t('kyc.upload.failed')} ${failureText(t, failure)}`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Field label={t('kyc.field.signature')} error={failed ?? error}>
      {() => (
        <div>
          <SignaturePad
            label={t('kyc.field.signature')}
            hint={t('kyc.pad.hint')}
            clearLabel={t('kyc.pad.clear')}
            drawing={drawing}
            onDraw={setDrawing}
          />
          <Button
            variant="secondary"
            full
            busy={busy}
            disabled={drawing === null}
            onClick={use}
            className="mt-2"
          >
            {t('kyc.pad.use')}
          </Button>
        </div>
      )}
    </Field>
  )
}
