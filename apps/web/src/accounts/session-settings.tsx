import { Button } from '@candor/ui/button.tsx'
import { Badge, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { LogOut } from 'lucide-react'
import { failureText } from '../session/failure.ts'
import { useT, useWords } from '../session/language.ts'
import { useApiMutation, useApiQuery } from '../session/use-call.ts'
import { useSignOut } from '../shell/account-menu.tsx'

/** Sessions of this account; any of them can be ended here. */
export function SessionSettings() {
  const { t, tag } = useWords()
  const { data, isError, error, refetch } = useApiQuery('sessions', {})
  const revoke = useApiMutation('revokeSession')
  const others = useApiMutation('revokeOtherSessions')
  const leave = useSignOut()
  const when = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
  const end = (id: string) =>
    revoke.mutate(
      { id },
      {
        onSuccess: () => {
          toast(t('accounts.settings.sessions.ended'), 'good')
          void refetch()
        },
        onError: (failure) => toast(failureText(t, failure), 'bad'),
      },
    )
  const endOthers = () =>
    others.mutate(
      {},
      {
        onSuccess: ({ ended }) => {
          toast(t('signin.sessions.endedOthers', { count: ended }), 'good')
          void refetch()
        },
        onError: (failure) => toast(failureText(t, failure), 'bad'),
      },
    )
  return (
    <Card>
      <SectionHead
        title={t('accounts.settings.sessions.title')}
        className="mb-2"
        action={
          <div className="flex flex-wrap justify-end gap-2">
            {(data?.length ?? 0) > 1 && (
              <Button variant="danger" size="s" busy={others.isPending} onClick={endOthers}>
                {t('signin.sessions.endOthers')}
              </Button>
            )}
            <SignOutHere onPress={leave} />
          </div>
        }
      />
      {isError && (
        <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => refetch()} />
      )}
      {data === undefined && !isError && <SkeletonLines />}
      <ul className="divide-y divide-hairline">
        {data?.map((session) => (
          <li key={session.id} className="flex items-center justify-between gap-4 py-3">
            <div className="min-w-0">
              <p className="truncate font-medium text-14">{session.device}</p>
              <p className="text-12 text-ink-3">
                <bdi dir="ltr">{session.address}</bdi> ·{' '}
                {t('accounts.settings.sessions.seen', { time: when.format(new Date(session.lastSeenAt)) })}
              </p>
            </div>
            {session.current ? (
              <Badge tone="accent">{t('accounts.settings.sessions.here')}</Badge>
            ) : (
              <Button
                variant="danger"
                size="s"
                busy={revoke.isPending && revoke.variables.id === session.id}
                onClick={() => end(session.id)}
              >
                {t('accounts.settings.sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function SignOutHere({ onPress }: { readonly onPress: () => void }) {
  const t = useT()
  return (
    <Button
      variant="quiet"
      size="s"
      icon={<LogOut aria-hidden className="mirrored size-4" />}
      onClick={onPress}
    >
      {t('shell.signOut')}
    </Button>
  )
}
