import { Button } from '@candor/ui/controls/button.tsx'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { MessageSquareText } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { useNextPage } from './after-sign-in.ts'
import { canUseGoogle, leaveForGoogle } from './google-flow.ts'
import { GoogleMark } from './google-mark.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import type { Arrive } from './use-arrival.ts'

const SmsSignIn = lazy(() => import('./sms-sign-in.tsx'))

/** Ways to sign in without a password, below a line that says so; only those that this installation offers. */
export function OtherWays({ arrive }: { readonly arrive: Arrive }) {
  const t = useT()
  const next = useNextPage()
  const { data: ways } = useApiQuery('signInWays', {}, { staleMs: 60_000 })
  const [bySms, setBySms] = useState(false)
  const google = canUseGoogle() ? (ways?.google ?? null) : null
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-12 text-ink-3 before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        {t('signin.or')}
      </p>
      <PasskeySignIn arrive={arrive} />
      {google !== null && (
        <Button
          variant="secondary"
          size="l"
          full
          icon={<GoogleMark />}
          onClick={() => void leaveForGoogle(google, next)}
        >
          {t('signin.google.signIn')}
        </Button>
      )}
      {ways?.sms === true && (
        <Button
          variant="secondary"
          size="l"
          full
          icon={<MessageSquareText aria-hidden className="size-4.5" />}
          onClick={() => setBySms(true)}
        >
          {t('signin.sms.signIn')}
        </Button>
      )}
      <Dialog open={bySms} onClose={() => setBySms(false)} title={t('signin.sms.signIn')}>
        <Suspense fallback={<Skeleton className="h-64 w-full" />}>
          <SmsSignIn arrive={arrive} />
        </Suspense>
      </Dialog>
    </div>
  )
}
