import type { ReadVersion, TermsVersion } from '@candor/contract'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { writtenIn } from '../content/written-in.ts'
import { useT } from '../session/language/language.ts'
import type { Check } from './account-problems.ts'
import type { Form } from './use-form.ts'

export const checkAgreed: Check = (text) => (text === 'yes' ? null : { key: 'signin.consent.problem' })

/** The versions of the texts that were on the screen at the time of consent. */
export const readVersions = (terms: readonly TermsVersion[]): ReadVersion[] =>
  terms.map(({ id, language, version }) => ({ id, language, version }))

/** A checkbox with links to its texts; each opens in another tab, so that nothing typed is lost. */
export function ConsentField({
  form,
  terms,
}: {
  readonly form: Form<'agreed'>
  readonly terms: readonly TermsVersion[]
}) {
  const t = useT()
  const id = useId()
  const problem = form.problem('agreed')
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          id={id}
          name="agreed"
          type="checkbox"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? undefined : `${id}-said`}
          checked={form.values.agreed === 'yes'}
          onChange={(event) => form.set('agreed', event.currentTarget.checked ? 'yes' : '')}
          className="mt-0.5 size-5 shrink-0 accent-accent"
        />
        <div className="min-w-0 text-14 text-ink-2">
          <label htmlFor={id}>{t('signin.consent.label')}</label>
          <ul className="mt-1 flex min-h-5 flex-wrap gap-x-4 gap-y-1">
            {terms.map((one) => (
              <li key={one.id}>
                <a
                  href={`#/detail?id=${one.id}`}
                  target="_blank"
                  rel="noreferrer"
                  {...writtenIn(one.language)}
                  className="font-medium text-accent underline-offset-4 hover:underline"
                >
                  {one.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      {problem !== null && (
        <p id={`${id}-said`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-14 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem}
        </p>
      )}
    </div>
  )
}
