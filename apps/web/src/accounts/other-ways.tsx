import { useT } from '../session/language.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { Arrive } from './use-arrival.ts'

/** The ways in beside the password, below a line that says so. */
export function OtherWays({ arrive }: { readonly arrive: Arrive }) {
  const t = useT()
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {t('signin.or')}
      </p>
      <PasskeySignIn arrive={arrive} />
    </div>
  )
}
