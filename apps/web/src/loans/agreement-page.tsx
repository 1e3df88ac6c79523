import type { LoanPreview } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner, EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { FileText } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { yearlyText } from '../savings/yield-text.ts'
import { useWords } from '../session/language/language.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { AgreementFrame } from './agreement/agreement-frame.tsx'
import { AgreementText } from './agreement/agreement-text.tsx'
import { LoanSent } from './agreement/loan-sent.tsx'
import { LoanSigning } from './agreement/loan-signing.tsx'
import { Rate } from './loan-cells.tsx'
import { useMayApply } from './standing-notice.tsx'
import { type LoanApplication, useLoanApplication } from './use-loan-application.ts'
import { useLoanProducts } from './use-loans.ts'

/** The agreement of the loan in the form, to be read in full and signed at its end. The form keeps what was typed. */
export default function AgreementPage() {
  const { t } = useWords()
  const products = useLoanProducts()
  const application = useLoanApplication(products.data)
  useAgreementRead(application, products.data !== undefined)
  const { preview, sent } = application
  return (
    <AgreementFrame
      back={{ href: '#/loan', label: t('loans.agreement.back') }}
      {...(preview !== undefined && sent === null && { actions: null })}
    >
      <UnlessFrozen>
        <Content application={application} loaded={products.data !== undefined} />
      </UnlessFrozen>
    </AgreementFrame>
  )
}

/** Reads the agreement once the form is complete and the customer may apply. */
function useAgreementRead({ complete, read }: LoanApplication, loaded: boolean): void {
  const mayApply = useMayApply()
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !loaded || !mayApply || !complete) return
    begun.current = true
    read()
  }, [loaded, mayApply, complete, read])
}

function Content({
  application,
  loaded,
}: {
  readonly application: LoanApplication
  readonly loaded: boolean
}) {
  const { t } = useWords()
  const { preview, previewFailed, sent, complete } = application
  if (sent !== null) return <LoanSent application={application} />
  if (previewFailed) return <ErrorState title={t('loans.sign.error')} onRetry={application.read} />
  if (preview !== undefined) return <Paper application={application} preview={preview} />
  if (loaded && !complete)
    return (
      <EmptyState
        wholePage
        icon={<FileText aria-hidden />}
        title={t('loans.agreement.none')}
        action={
          <a href="#/loan" className={buttonClass('primary')}>
            {t('loans.agreement.back')}
          </a>
        }
      />
    )
  return <SkeletonLines count={12} />
}

interface PaperProps {
  readonly application: LoanApplication
  readonly preview: LoanPreview
}

function Paper({ application, preview }: PaperProps) {
  const { t } = useWords()
  return (
    <>
      {application.changed && <Banner tone="warn">{t('loans.sign.changed')}</Banner>}
      <KeyFigures preview={preview} />
      <AgreementText agreement={preview.agreement} hash={preview.agreementHash} />
      <LoanSigning application={application} preview={preview} />
    </>
  )
}

function KeyFigures({ preview }: { readonly preview: LoanPreview }) {
  const { t, tag } = useWords()
  return (
    <Card className="print:break-inside-avoid">
      <SectionHead title={t('loans.agreement.key')} className="mb-2" />
      <DetailList className="md:columns-2 md:gap-10 [&>div]:break-inside-avoid [&>div]:py-1.5">
        <Detail name={t('loans.field.amount')} strong>
          <Money amount={preview.amount} asset="USDT" />
        </Detail>
        <Detail name={t('loans.field.days')}>{t('loans.days', { days: preview.days })}</Detail>
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
    </Card>
  )
}
