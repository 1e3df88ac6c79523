import type { Loan } from '@candor/contract'
import { useT } from '../../session/language/language.ts'
import { DownloadButton } from '../../shell/download-button.tsx'

/** Downloads the signed agreement as a PDF. */
export function PaperButton({
  loan: { id, loanNo },
  size = 'm',
}: {
  readonly loan: Pick<Loan, 'id' | 'loanNo'>
  readonly size?: 's' | 'm'
}) {
  const t = useT()
  return (
    <DownloadButton call="loanAgreement" input={{ id }} fileName={`loan-${loanNo}.pdf`} size={size}>
      {t('loans.loan.agreement')}
    </DownloadButton>
  )
}
