import type { Calls, ResultOf } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { LogOut } from 'lucide-react'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useSignOut } from '../../shell/frame/account-menu.tsx'

/** Sessions of this account; any of them can be ended here. */
export function SessionSettings() {
  const { t } = useWords()
  const { sessions, end, endOthers } = useSessions()
  const { data, isError, error, refetch } = sessions
  const leave = useSignOut()
  return (
    <Card>
      <SectionHead
        title={t('accounts.settings.sessions.title')}
        className="mb-2 max-md:flex-col max-md:items-stretch max-md:gap-2"
        action={
          <div className="flex flex-wrap gap-2 md:justify-end">
            {(data?.length ?? 0) > 1 && (
              <Button variant="danger" size="s" busy={endOthers.busy} onClick={endOthers.run}>
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
          <SessionRow
            key={session.id}
            session={session}
            ending={end.endingId === session.id}
            onEnd={() => end.run(session.id)}
          />
        ))}
      </ul>
    </Card>
  )
}

type Session = ResultOf<Calls['sessions']>[number]

/** The sessions, and the ending of one or of all others; both report how it went. */
function useSessions() {
  const t = useT()
  const sessions = useApiQuery('sessions', {})
  const revoke = useApiMutation('revokeSession')
  const others = useApiMutation('revokeOtherSessions')
  const done = (text: string) => {
    toast(text, 'good')
    void sessions.refetch()
  }
  const onError = (failure: Error) => toast(failureText(t, failure), 'bad')
  return {
    sessions,
    end: {
      endingId: revoke.isPending ? revoke.variables.id : null,
      run: (id: string) =>
        revoke.mutate({ id }, { onSuccess: () => done(t('accounts.settings.sessions.ended')), onError }),
    },
    endOthers: {
      busy: others.isPending,
      run: () => {
        const onSuccess = ({ ended }: { readonly ended: number }) =>
          done(t('signin.sessions.endedOthers', { count: ended }))
        others.mutate({}, { onSuccess, onError })
      },
    },
  }
}

function SessionRow({
  session,
  ending,
  onEnd,
}: {
  readonly session: Session
  readonly ending: boolean
  readonly onEnd: () => void
}) {
  const { t, tag } = useWords()
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="truncate font-medium text-14">{session.device}</p>
        <p className="text-12 text-ink-3">
          <bdi dir="ltr">{session.address}</bdi> ·{' '}
          {t('accounts.settings.sessions.seen', { time: formatMinute(session.lastSeenAt, tag) })}
        </p>
      </div>
      {session.current ? (
        <Badge tone="accent">{t('accounts.settings.sessions.here')}</Badge>
      ) : (
        <Button variant="danger" size="s" busy={ending} onClick={onEnd}>
          {t('accounts.settings.sessions.end')}
        </Button>
      )}
    </li>
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
