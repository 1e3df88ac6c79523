import { Button } from '@candor/ui/controls/button.tsx'
import { Badge, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useState } from 'react'
import type { CallResult } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { NewApiKey } from './new-api-key.tsx'

type ApiKey = CallResult<'listApiKeys'>[number]

/** Keys for programs of one's own: what they may do, when they were used, and taking them away. */
export function ApiKeysSettings() {
  const t = useT()
  const { data, isError, error, refetch } = useApiQuery('listApiKeys', {})
  const [making, setMaking] = useState(false)
  return (
    <Card>
      <SectionHead
        title={t('accounts.api.title')}
        text={
          <>
            {t('accounts.api.text')}{' '}
            <a href="/docs" className="text-accent underline underline-offset-4">
              {t('accounts.api.docs')}
            </a>
          </>
        }
        action={
          <Button variant="secondary" className="shrink-0" onClick={() => setMaking(true)}>
            {t('accounts.api.make')}
          </Button>
        }
        className="mb-2 max-sm:flex-col max-sm:items-start"
      />
      {isError && (
        <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => refetch()} />
      )}
      {data === undefined && !isError && <SkeletonLines />}
      {data?.length === 0 && <p className="text-14 text-ink-2">{t('accounts.api.none')}</p>}
      <ul className="divide-y divide-hairline">
        {data?.map((key) => (
          <KeyLine key={key.id} apiKey={key} onGone={() => void refetch()} />
        ))}
      </ul>
      <Dialog open={making} onClose={() => setMaking(false)} title={t('accounts.api.make')}>
        <NewApiKey onMade={() => void refetch()} onDone={() => setMaking(false)} />
      </Dialog>
    </Card>
  )
}

function KeyLine({ apiKey, onGone }: { readonly apiKey: ApiKey; readonly onGone: () => void }) {
  const { t, tag } = useWords()
  const revoke = useApiMutation('revokeApiKey')
  const end = () =>
    revoke.mutate(
      { id: apiKey.id },
      {
        onSuccess: () => {
          toast(t('accounts.api.revoked'), 'good')
          onGone()
        },
        onError: (failure) => toast(failureText(t, failure), 'bad'),
      },
    )
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium text-14">
          <span className="min-w-0 truncate">{apiKey.name}</span>
          <Badge tone={apiKey.scope === 'trade' ? 'warn' : 'neutral'}>
            {t(`accounts.api.scope.${apiKey.scope}`)}
          </Badge>
        </p>
        <p className="text-12 text-ink-3">
          <bdi dir="ltr">{apiKey.start}…</bdi> ·{' '}
          {apiKey.lastUsedAt === null
            ? t('accounts.api.unused')
            : t('accounts.api.used', { time: formatMinute(apiKey.lastUsedAt, tag) })}
        </p>
        {apiKey.addresses.length > 0 && (
          <p className="text-12 text-ink-3 [overflow-wrap:anywhere]" dir="ltr">
            {apiKey.addresses.join(', ')}
          </p>
        )}
      </div>
      <Button variant="danger" size="s" busy={revoke.isPending} onClick={end}>
        {t('accounts.api.revoke')}
      </Button>
    </li>
  )
}
