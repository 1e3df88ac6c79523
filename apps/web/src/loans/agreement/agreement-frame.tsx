import { Button } from '@candor/ui/controls/button.tsx'
import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'

/** The page around an agreement: the way back, what can be done with it, and its parts below each other. */
export function AgreementFrame({
  back,
  actions,
  children,
}: {
  readonly back: { readonly href: string; readonly label: string }
  /** Absent while there is nothing to print. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const t = useT()
  return (
    <div className="mx-auto flex w-full max-w-page flex-col gap-5 px-4 py-5 md:px-6 md:py-8 print:max-w-none print:p-0">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <a
          href={back.href}
          className="inline-flex items-center gap-1.5 text-14 text-ink-2 no-underline hover:text-ink"
        >
          <ArrowLeft aria-hidden className="mirrored size-4" />
          {back.label}
        </a>
        {actions !== undefined && (
          <span className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              size="s"
              icon={<Printer aria-hidden className="size-4" />}
              onClick={() => window.print()}
            >
              {t('loans.agreement.print')}
            </Button>
            {actions}
          </span>
        )}
      </div>
      {children}
    </div>
  )
}
