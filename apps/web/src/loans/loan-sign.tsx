import type { LoanPreview } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { SignaturePad } from '@candor/ui/controls/signature-pad.tsx'
import { Banner, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { StepHeading } from '@candor/ui/step-heading.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { ActFailure } from '../orders/dialogs/act-failure.tsx'
import { Passage, StackedReviewButtons } from '../orders/ticket/review-parts.tsx'
import { dailyText, yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { Rate, usdtText } from './loan-cells.tsx'
import type { LoanApplication } from './use-loan-application.ts'
import { useLoanProducts } from './use-loans.ts'

/** The agreement as it will be signed, then the signature, with every cost, the worst case and what happens next. */
export function LoanSign({ application }: { readonly application: LoanApplication }) {
  const { t } = useWords()
  const { preview, previewFailed } = application
  return (
    <div className="flex flex-col gap-4">
      <StepHeading className="font-semibold text-16 text-ink outline-none">
        {t('loans.sign.title')}
      </StepHeading>
      {previewFailed && <ErrorState title={t('loans.sign.error')} onRetry={application.next} />}
      {preview === undefined && !previewFailed && <SkeletonLines count={8} />}
      {preview !== undefined && !previewFailed && <Paper application={application} preview={preview} />}
      {(preview === undefined || previewFailed) && (
        <Button variant="secondary" full onClick={application.back}>
          {t('loans.sign.back')}
        </Button>
      )}
    </div>
  )
}

interface PaperProps {
  readonly application: LoanApplication
  readonly preview: LoanPreview
}

function Paper({ application, preview }: PaperProps) {
  const { t, tag } = useWords()
  const { agreement } = preview
  return (
    <>
      {application.changed && <Banner tone="warn">{t('loans.sign.changed')}</Banner>}
      <DetailList className="[&>div]:py-1.5">
        <Detail name={t('loans.field.amount')} strong>
          <Money amount={preview.amount} asset="USDT" />
        </Detail>
        <Detail name={t('loans.field.totalInterest')}>
          <Money amount={preview.totalInterest} asset="USDT" />
        </Detail>
        <Detail name={t('loans.field.totalRepayment')} strong>
          <Money amount={preview.totalRepayment} asset="USDT" />
        </Detail>
        <Detail name={t('loans.field.apr')} strong>
          <Rate text={yearlyText(preview.apr, tag)} />
        </Detail>
      </DetailList>
      <section
        aria-label={agreement.title}
        className="rounded-m border border-hairline bg-sunken p-4 text-14 text-ink-2"
      >
        <h3 className="font-semibold text-16 text-ink">{agreement.title}</h3>
        {agreement.sections.map(({ heading, text }) => (
          <div key={heading} className="mt-3">
            <h4 className="font-medium text-14 text-ink">{heading}</h4>
            <p className="mt-0.5">{text}</p>
          </div>
        ))}
        <p dir="ltr" className="mt-4 break-all text-12 text-ink-3">
          SHA-256 {preview.agreementHash}
        </p>
      </section>
      <Signing application={application} />
      <Worst />
      <Passage title={t('loans.sign.next.title')}>
        {t('loans.sign.next', { amount: usdtText(preview.amount, tag) })}
      </Passage>
      {application.refusal !== null && <ActFailure failure={application.refusal.failure} />}
      <StackedReviewButtons
        backLabel={t('loans.sign.back')}
        onBack={application.back}
        confirm={{
          label: application.sending
            ? t('loans.sign.sending')
            : t('loans.sign.confirm', { amount: usdtText(preview.amount, tag) }),
          busy: application.sending,
          onClick: application.send,
        }}
      />
    </>
  )
}

function Signing({ application }: { readonly application: LoanApplication }) {
  const { t } = useWords()
  const { missing } = application
  return (
    <>
      <Field label={t('loans.sign.label')} error={missing.ink ? t('loans.sign.missing') : null}>
        {() => (
          <SignaturePad
            label={t('loans.sign.label')}
            hint={t('loans.sign.hint')}
            clearLabel={t('loans.sign.clear')}
            onInk={application.setInk}
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
