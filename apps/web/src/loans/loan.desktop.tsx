import { Skeleton } from '@candor/ui/feedback.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useT } from '../session/language/language.ts'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { LoanRecords } from './loan-records.tsx'
import { LoanTicket } from './loan-ticket.tsx'
import { TermsTable } from './terms-table.tsx'
import { useLoanApplication } from './use-loan-application.ts'
import { useLoanProducts } from './use-loans.ts'

/** The terms and one's own loans on the left, the calculator that leads to the agreement on the right. */
export function LoanDesktop() {
  const t = useT()
  const products = useLoanProducts()
  const application = useLoanApplication(products.data)
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-8 px-6 py-8">
      <header>
        <h1 className="font-semibold text-28 text-ink">{t('loans.title')}</h1>
        <p className="mt-1.5 max-w-line text-16 text-ink-2">{t('loans.lead')}</p>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <TermsTable products={products} chosen={application.form.days} onChoose={application.setDays} />
          <LoanRecords />
        </div>
        <Card>
          {products.data === undefined ? (
            <Skeleton className="h-96 w-full" />
          ) : (
            <>
              <h2 className="mb-4 font-semibold text-16 text-ink">{t('loans.form.title')}</h2>
              <UnlessFrozen>
                <LoanTicket application={application} products={products.data} />
              </UnlessFrozen>
            </>
          )}
        </Card>
      </div>
    </div>
  )
}
