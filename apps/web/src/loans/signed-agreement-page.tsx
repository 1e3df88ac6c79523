import type { LoanWithAgreement } from '@candor/contract'
import { isLanguageCode, languages } from '@candor/texts/languages.ts'
import { CopiedValue } from '@candor/ui/controls/copy-button.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { useParams } from 'wouter'
import { useT } from '../session/language/language.ts'
import { AgreementFrame } from './agreement/agreement-frame.tsx'
import { AgreementText } from './agreement/agreement-text.tsx'
import { PaperButton } from './agreement/paper-button.tsx'
import { LoadedLoan } from './loaded-loan.tsx'
import { loanPath, Moment } from './loan-cells.tsx'
import { useLoan } from './use-loans.ts'

/** The agreement of a loan as it was signed, in the language it was signed in. */
export default function SignedAgreementPage() {
  const t = useT()
  const { id = '' } = useParams<{ id: string }>()
  const loan = useLoan(id)
  return (
    <AgreementFrame
      back={{ href: loanPath(id), label: t('loans.agreement.toLoan') }}
      {...(loan.data !== undefined && { actions: <PaperButton loan={loan.data} size="s" /> })}
    >
      <LoadedLoan loan={loan}>{(data) => <Signed loan={data} />}</LoadedLoan>
    </AgreementFrame>
  )
}

function Signed({ loan }: { readonly loan: LoanWithAgreement }) {
  const t = useT()
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
