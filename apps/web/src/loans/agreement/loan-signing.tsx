import type { LoanPreview } from '@candor/contract'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { SignaturePad } from '@candor/ui/controls/signature-pad.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ActFailure } from '../../orders/dialogs/act-failure.tsx'
import { Passage, StackedReviewButtons } from '../../orders/ticket/review-parts.tsx'
import { dailyText } from '../../savings/yield-text.ts'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from '../loan-cells.tsx'
import type { LoanApplication } from '../use-loan-application.ts'
import { useLoanProducts } from '../use-loans.ts'

/** The signature below the agreement, with the worst case, what happens next, and the reason why it could not be sent. */
export function LoanSigning({
  application,
  preview,
}: {
  readonly application: LoanApplication
  readonly preview: LoanPreview
}) {
  const { t, tag } = useWords()
  const amount = usdtText(preview.amount, tag)
  return (
    <Card className="mx-auto flex w-full max-w-[42rem] flex-col gap-4 print:hidden">
      <h2 className="font-semibold text-16 text-ink">{t('loans.agreement.signed')}</h2>
      <Signature application={application} />
      <Worst />
      <Passage title={t('loans.sign.next.title')}>{t('loans.sign.next', { amount })}</Passage>
      {application.refusal !== null && <ActFailure failure={application.refusal.failure} />}
      <StackedReviewButtons
        backLabel={t('loans.sign.back')}
        onBack={application.back}
        confirm={{
          label: application.sending ? t('loans.sign.sending') : t('loans.sign.confirm', { amount }),
          busy: application.sending,
          onClick: application.send,
        }}
      />
    </Card>
  )
}

function Signature({ application }: { readonly application: LoanApplication }) {
  const { t } = useWords()
  const { missing } = application
  return (
    <>
      <Field label={t('loans.sign.label')} error={missing.drawing ? t('loans.sign.missing') : null}>
        {() => (
          <SignaturePad
            label={t('loans.sign.label')}
            hint={t('loans.sign.hint')}
            clearLabel={t('loans.sign.clear')}
            drawing={application.drawing}
            onDraw={application.setDrawing}
          />
        )}
      </Field>
      <Field
        label={t('loans.sign.name')}
        hint={t('loans.sign.name.hint')}
        error={missing.name ? t('loans.sign.name.missing') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            autoComplete="name"
            maxLength={120}
            value={application.signedName}
            onChange={(event) => application.setSignedName(event.target.value)}
          />
        )}
      </Field>
    </>
  )
}

function Worst() {
  const { t, tag } = useWords()
  const { data } = useLoanProducts()
  const rate = data?.[0]?.overlayRate
  if (rate === undefined) return null
  return (
    <Passage title={t('loans.sign.worst.title')}>
      {t('loans.sign.worst', { rate: dailyText(rate, tag) })}
    </Passage>
  )
}
