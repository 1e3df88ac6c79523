import type { Loan } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { downloadFile } from '../../session/calls/download.ts'
import { useT } from '../../session/language/language.ts'

/** Downloads the signed agreement as a PDF. */
export function PaperButton({
  loan: { id, loanNo },
  size = 'm',
}: {
  readonly loan: Pick<Loan, 'id' | 'loanNo'>
  readonly size?: 's' | 'm'
}) {
  const t = useT()
  const [loading, setLoading] = useState(false)
  const download = () => {
    setLoading(true)
    downloadFile('loanAgreement', { id }, `loan-${loanNo}.pdf`)
      .catch(() => toast(t('loans.loan.agreement.failed'), 'bad'))
      .finally(() => setLoading(false))
  }
  return (
    <Button
      variant="secondary"
      size={size}
      busy={loading}
      icon={<Download aria-hidden className="size-4" />}
      onClick={download}
    >
      {t('loans.loan.agreement')}
    </Button>
  )
}
