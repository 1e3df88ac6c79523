import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { useState } from 'react'
import { useT } from '../session/language/language.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { LoanRecords } from './loan-records.tsx'
import { LoanTicket } from './loan-ticket.tsx'
import { TermsTable } from './terms-table.tsx'
import { useLoanApplication } from './use-loan-application.ts'
import { useLoanProducts } from './use-loans.ts'

type Side = 'new' | 'own'

/** The calculator first, the terms below it; one's own loans on the other side. */
export function LoanMobile() {
  const t = useT()
  const products = useLoanProducts()
  const application = useLoanApplication(products.data)
  const [side, setSide] = useState<Side>('new')
  return (
    <div className="flex flex-col gap-5 px-4 py-5">
      <header>
        <h1 className="font-semibold text-20 text-ink">{t('loans.title')}</h1>
        <p className="mt-1 text-14 text-ink-2">{t('loans.lead')}</p>
      </header>
      <SegmentedControl
        full
        label={t('loans.title')}
        choices={[
          { value: 'new', label: t('loans.form.title') },
          { value: 'own', label: t('loans.records.title') },
        ]}
        value={side}
        onChange={setSide}
      />
      {side === 'own' && <LoanRecords />}
      {side === 'new' && products.data === undefined && <Skeleton className="h-80 w-full" />}
      {side === 'new' && products.data !== undefined && (
        <>
          <UnlessFrozen>
            <LoanTicket application={application} products={products.data} />
          </UnlessFrozen>
          <TermsTable products={products} chosen={application.form.days} onChoose={application.setDays} />
        </>
      )}
    </div>
  )
}
