import { buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '@candor/ui/feedback.tsx'
import { UserRound } from 'lucide-react'
import { Link } from 'wouter'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { useLayout } from '../shell/use-layout.ts'
import { useDemoGrant } from '../shell/use-params.ts'
import { ProfileDesktop } from './profile/profile.desktop.tsx'
import { ProfileMobile } from './profile/profile.mobile.tsx'

const refreshMs = 5_000
/** Reads every product. */
const worthRefreshMs = 10_000
const nothing = { points: [], flows: [] }

export default function ProfilePage() {
  const { isLogin } = useSession()
  return isLogin ? <OwnAccount /> : <VisitorAccount />
}

function OwnAccount() {
  const t = useT()
  const layout = useLayout()
  const account = useApiQuery('getUserInfo', {}, { refetchIntervalMs: refreshMs })
  const worth = useApiQuery('accountWorth', {}, { refetchIntervalMs: worthRefreshMs })
  const history = useApiQuery('worthHistory', { range: 'month' }, { refetchIntervalMs: 60_000 })
  const failed = [account, worth].find(({ isError, data }) => isError && data === undefined)
  if (failed !== undefined) {
    return (
      <ErrorState
        title={t('accounts.profile.loadFailed')}
        text={failureText(t, failed.error)}
        onRetry={() => failed.refetch()}
      />
    )
  }
  // All are requested together: a curve that arrives later would push everything below it down.
  if (account.data === undefined || worth.data === undefined || history.isPending) return <AccountSkeleton />
  const Shown = layout === 'desktop' ? ProfileDesktop : ProfileMobile
  return <Shown summary={account.data} worth={worth.data} history={history.data ?? nothing} />
}

function AccountSkeleton() {
  return (
    <div className="mx-auto w-full max-w-page px-4 py-8 md:px-6">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-3 h-11 w-72" />
      <Skeleton className="mt-8 h-40" />
      <SkeletonLines count={4} className="mt-8" />
    </div>
  )
}

function VisitorAccount() {
  const t = useT()
  const amount = useDemoGrant()
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        wholePage
        icon={<UserRound aria-hidden />}
        title={t('accounts.profile.visitor.title')}
        text={t('accounts.profile.visitor.text', { amount })}
        action={
          <>
            <Link href="/pass/register" className={buttonClass('primary')}>
              {t('shell.signUp')}
            </Link>
            <Link href="/pass/login?next=/profile" className={buttonClass('secondary')}>
              {t('shell.signIn')}
            </Link>
          </>
        }
      />
    </div>
  )
}
