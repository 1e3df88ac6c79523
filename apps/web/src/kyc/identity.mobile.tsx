import { maySubmitIdentity } from '@candor/rules'
import { classNames } from '@candor/ui/class-names.ts'
import { useT } from '../session/language/language.ts'
import type { IdentityShown } from './identity.desktop.tsx'
import { IdentityReasons, IdentityStanding, IdentityStatusWord } from './identity-standing.tsx'
import { IdentityStep } from './identity-steps.tsx'

/** One column, with a line for the progress. */
export function IdentityMobile({ shown, way, justSent }: IdentityShown) {
  const t = useT()
  const open = maySubmitIdentity(shown.status)
  return (
    <div className="flex flex-col gap-5 px-4 py-5">
      <div>
        <div className="flex items-center justify-between gap-3">
          <h1 className="font-semibold text-20">{t('kyc.title')}</h1>
          <IdentityStatusWord status={shown.status} />
        </div>
        {open && <p className="mt-1 text-14 text-ink-2">{t('kyc.lead')}</p>}
      </div>
      {open && (
        <div aria-hidden className="flex gap-1">
          {way.steps.map((step, at) => (
            <span
              key={step.name}
              className={classNames('h-1 flex-1 rounded-full', at <= way.at ? 'bg-accent' : 'bg-hairline')}
            />
          ))}
        </div>
      )}
      {open ? (
        <IdentityStep way={way} shown={shown} />
      ) : (
        <IdentityStanding shown={shown} justSent={justSent} />
      )}
      <IdentityReasons shown={shown} />
    </div>
  )
}
