import type { LoanAgreement } from '@candor/contract'
import { Card } from '@candor/ui/surface.tsx'
import { useId } from 'react'
import { useT } from '../../session/language/language.ts'

/** Fewer sections need no table of contents. */
const fewSections = 4

interface AgreementProps {
  readonly agreement: LoanAgreement
  readonly hash: string
  /** Language of the text where it is not that of the page: what was signed stays as it was. */
  readonly written?: { readonly lang: string; readonly dir: 'ltr' | 'rtl' }
}

/** The agreement as it reads and is hashed, in a measure for reading, with its contents next to it. */
export function AgreementText({ agreement, hash, written }: AgreementProps) {
  const t = useT()
  const id = useId()
  const { title, sections } = agreement
  return (
    <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] print:block">
      {sections.length > fewSections && (
        <nav
          aria-label={t('loans.agreement.contents')}
          className="min-w-0 lg:sticky lg:top-20 print:hidden"
          {...written}
        >
          <h2 className="mb-2 font-medium text-12 text-ink-3">{t('loans.agreement.contents')}</h2>
          <ol className="flex flex-col">
            {sections.map(({ heading }, at) => (
              <li key={heading}>
                <button
                  type="button"
                  onClick={() => show(`${id}-${at}`)}
                  className="tap w-full rounded-s py-1 text-start text-14 text-ink-2 hover:text-accent [overflow-wrap:anywhere]"
                >
                  {heading}
                </button>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Card className="min-w-0 md:px-10 md:py-8 print:border-0 print:p-0">
        <article className="mx-auto max-w-[60ch] text-16 leading-relaxed text-ink-2" {...written}>
          <h1 className="font-semibold text-20 text-ink md:text-28">{title}</h1>
          {sections.map(({ heading, text }, at) => (
            <section key={heading} aria-labelledby={`${id}-${at}`} className="mt-6">
              <h2
                id={`${id}-${at}`}
                tabIndex={-1}
                className="scroll-mt-20 font-semibold text-16 text-ink outline-none print:break-after-avoid"
              >
                {heading}
              </h2>
              <p className="mt-1 [overflow-wrap:anywhere]">{text}</p>
            </section>
          ))}
          <p dir="ltr" className="mt-8 break-all border-hairline border-t pt-3 text-12 text-ink-3">
            SHA-256 {hash}
          </p>
        </article>
      </Card>
    </div>
  )
}

/** Leads the eye and the focus to a section; a link would change the address, which names the page. */
function show(id: string): void {
  const heading = document.getElementById(id)
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
