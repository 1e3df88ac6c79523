import type { Identification } from '@candor/contract'
import { maySubmitIdentity } from '@candor/rules'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { useEffect, useRef } from 'react'
import { followAccount } from '../live/account-socket.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { useLayout } from '../shell/use-layout.ts'
import { IdentityDesktop } from './identity.desktop.tsx'
import { IdentityMobile } from './identity.mobile.tsx'
import { useIdentity } from './use-identity.ts'

/** The identity check: its steps, or how far it is. */
export default function IdentityPage() {
  const t = useT()
  const { data, error, isPending, refetch } = useApiQuery(
    'getIdentification',
    {},
    { staleMs: Number.POSITIVE_INFINITY },
  )
  // A decision during the visit arrives on the account socket.
  useEffect(
    () =>
      followAccount((message) => {
        if (message.type === 'notification') void refetch()
      }),
    [refetch],
  )
  const wasOpen = useRef(false)
  if (data !== undefined && maySubmitIdentity(data.status)) wasOpen.current = true
  if (data !== undefined)
    return (
      <Loaded
        key={`${data.status}${data.submittedAt}`}
        shown={data}
        justSent={wasOpen.current && data.status === 'pending'}
      />
    )
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
      {isPending ? (
        <SkeletonLines count={8} />
      ) : (
        <ErrorState title={t('kyc.loadFailed')} text={failureText(t, error)} onRetry={() => refetch()} />
      )}
    </div>
  )
}

function Loaded({ shown, justSent }: { readonly shown: Identification; readonly justSent: boolean }) {
  const way = useIdentity(shown)
  const Layout = useLayout() === 'desktop' ? IdentityDesktop : IdentityMobile
  return <Layout shown={shown} way={way} justSent={justSent} />
}
