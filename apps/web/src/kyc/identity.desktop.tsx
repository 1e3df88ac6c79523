import type { Identification } from '@candor/contract'
import { maySubmitIdentity } from '@candor/rules'
import { classNames } from '@candor/ui/class-names.ts'
import { Card } from '@candor/ui/surface.tsx'
import { Check } from 'lucide-react'
import { useT } from '../session/language/language.ts'
import { IdentityReasons, IdentityStanding, IdentityStatusWord } from './identity-standing.tsx'
import { IdentityStep } from './identity-steps.tsx'
import type { IdentityWay } from './use-identity.ts'

export interface IdentityShown {
  readonly shown: Identification
  readonly way: IdentityWay
  /** True where the check was sent on this visit. */
  readonly justSent: boolean
}

/** One column with the step, and next to it the progress and the reasons. */
export function IdentityDesktop({ shown, way, justSent }: IdentityShown) {
  const t = useT()
  const open = maySubmitIdentity(shown.status)
  return (
    <div className="mx-auto w-full max-w-page px-6 py-10">
      <div className="flex items-center gap-4">
        <h1 className="font-semibold text-28">{t('kyc.title')}</h1>
        <IdentityStatusWord status={shown.status} />
      </div>
      {open && <p className="mt-1 text-14 text-ink-2">{t('kyc.lead')}</p>}
      <div className="mt-8 grid grid-cols-[minmax(0,30rem)_20rem] items-start gap-12">
        {open ? (
          <IdentityStep way={way} shown={shown} />
        ) : (
          <IdentityStanding shown={shown} justSent={justSent} />
        )}
        <aside aria-label={t('kyc.why.title')} className="sticky top-20 flex flex-col gap-4">
          {open && <StepList way={way} />}
          <IdentityReasons shown={shown} />
        </aside>
      </div>
    </div>
  )
}

function StepList({ way }: { readonly way: IdentityWay }) {
  const t = useT()
  return (
    <Card>
      <ol className="flex flex-col gap-3">
        {way.steps.map((step, at) => (
          <li
            key={step.name}
            aria-current={at === way.at ? 'step' : undefined}
            className={classNames(
              'flex items-center gap-3 text-14',
              at === way.at ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            <span
              aria-hidden
              className={classNames(
                'flex size-6 shrink-0 items-center justify-center rounded-full border text-12',
                at < way.at && 'border-transparent bg-good-wash text-good',
                at === way.at && 'border-accent text-accent',
                at > way.at && 'border-hairline',
              )}
            >
              {at < way.at ? <Check className="size-3.5" /> : at + 1}
            </span>
            {t(`kyc.step.${step.name}`)}
          </li>
        ))}
      </ol>
    </Card>
  )
}
