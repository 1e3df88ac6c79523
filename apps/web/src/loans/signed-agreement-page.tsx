import type { LoanWithAgreement } from '@candor/contract'
import * as refusals from '@candor/refusals/codes.ts'
import { isLanguageCode, languages } from '@candor/texts/languages.ts'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { FileQuestion } from 'lucide-react'
import { useParams } from 'wouter'
import { CallFailure } from '../session/calls/failure.ts'
import { useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { AgreementFrame } from './agreement/agreement-frame.tsx'
import { AgreementText } from './agreement/agreement-text.tsx'
import { PaperButton } from './agreement/paper-button.tsx'
import { loanPath, Moment } from './loan-cells.tsx'
import { useLoan } from './use-loans.ts'

/** The agreement of a loan as it was signed, in the language it was signed in. */
export default function SignedAgreementPage() {
  const { t } = useWords()
  const { id = '' } = useParams<{ id: string }>()
  const { mode } = useSession()
  const { data, error, refetch } = useLoan(id)
  const missing = mode === 'demo' || (error instanceof CallFailure && error.code === refusals.notFound)
  return (
    <AgreementFrame
      back={{ href: loanPath(id), label: t('loans.agreement.toLoan') }}
      {...(data !== undefined && { actions: <PaperButton loan={data} size="s" /> })}
    >
      {missing ? (
        <EmptyState
          wholePage
          icon={<FileQuestion aria-hidden />}
          title={t('loans.loan.notFound.title')}
          text={t('loans.loan.notFound.text')}
        />
      ) : data !== undefined ? (
        <Signed loan={data} />
      ) : error !== null ? (
        <ErrorState title={t('loans.loan.error')} onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={12} />
      )}
    </AgreementFrame>
  )
}

function Signed({ loan }: { readonly loan: LoanWithAgreement }) {
  const { t } = useWords()
  const { tag: lang, direction: dir } = languages[isLanguageCode(loan.language) ? loan.language : 'en']
  return (
    <>
      <AgreementText agreement={loan.agreement} hash={loan.agreementHash} written={{ lang, dir }} />
      <Card className="mx-auto w-full max-w-[42rem] print:max-w-none print:break-inside-avoid">
        <SectionHead title={t('loans.agreement.signed')} className="mb-2" />
        <DetailList>
          <Detail name={t('loans.field.signedName')} strong>
            <bdi>{loan.signedName}</bdi>
          </Detail>
          <Detail name={t('loans.field.createdAt')}>
            <Moment iso={loan.createdAt} />
          </Detail>
          <Detail name={t('loans.field.amount')}>
            <Money amount={loan.amount} asset="USDT" />
          </Detail>
          <Detail name={t('loans.field.days')}>{t('loans.days', { days: loan.days })}</Detail>
          <Detail name={t('loans.field.loanNo')}>
            <CopiedValue value={loan.loanNo} shown={loan.loanNo} />
          </Detail>
        </DetailList>
      </Card>
    </>
  )
}
