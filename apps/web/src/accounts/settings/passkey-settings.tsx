import type { Passkey } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { SettingRow } from '../../forms/setting-row.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useWords } from '../../session/language/language.ts'
import { knowsPasskeys } from './passkey-device.ts'
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms.tsx'

type Doing = { readonly what: 'add' } | { readonly what: 'rename' | 'remove'; readonly passkey: Passkey }

/** The passkeys of this account: add one on this device, name them, take one away. */
export function PasskeySettings() {
  const { t } = useWords()
  const { data, isError, error, refetch } = useApiQuery('listPasskeys', {})
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  const done = (text: string) => {
    toast(text, 'good')
    close()
    void refetch()
  }
  const able = knowsPasskeys()
  return (
    <div className="py-4">
      <SettingRow
        title={t('signin.passkey.title')}
        text={able ? t('signin.passkey.text') : t('signin.passkey.unsupported')}
      >
        {able && (
          <Button variant="secondary" onClick={() => setDoing({ what: 'add' })}>
            {t('signin.passkey.add')}
          </Button>
        )}
      </SettingRow>
      {isError && (
        <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => refetch()} />
      )}
      {data === undefined && !isError && <SkeletonLines className="mt-3" />}
      {data?.length === 0 && <p className="mt-2 text-14 text-ink-3">{t('signin.passkey.none')}</p>}
      <ul className="mt-2 divide-y divide-hairline">
        {data?.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} onAct={(what) => setDoing({ what, passkey })} />
        ))}
      </ul>
      <Dialog open={doing !== null} onClose={close} title={titleOf(t, doing)}>
        {doing?.what === 'add' && <AddPasskey onDone={() => done(t('signin.passkey.added'))} />}
        {doing?.what === 'rename' && (
          <RenamePasskey passkey={doing.passkey} onDone={() => done(t('signin.passkey.renamed'))} />
        )}
        {doing?.what === 'remove' && (
          <RemovePasskey passkey={doing.passkey} onDone={() => done(t('signin.passkey.removed'))} />
        )}
      </Dialog>
    </div>
  )
}

function titleOf(t: ReturnType<typeof useWords>['t'], doing: Doing | null): string {
  if (doing === null || doing.what === 'add') return t('signin.passkey.add')
  if (doing.what === 'rename') return t('signin.passkey.rename')
  return t('signin.passkey.remove.title', { name: doing.passkey.name })
}

function Row({
  passkey,
  onAct,
}: {
  readonly passkey: Passkey
  readonly onAct: (what: 'rename' | 'remove') => void
}) {
  const { t, tag } = useWords()
  const { createdAt, lastUsedAt } = passkey
  const used =
    lastUsedAt === null
      ? t('signin.passkey.unused')
      : t('signin.passkey.used', { date: formatDay(lastUsedAt, tag) })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <KeyRound aria-hidden className="size-4.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium text-14">
          <bdi>{passkey.name}</bdi>
        </p>
        <p className="text-12 text-ink-3">
          {t('signin.passkey.created', { date: formatDay(createdAt, tag) })} · {used}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" size="s" onClick={() => onAct('rename')}>
          {t('signin.passkey.rename')}
        </Button>
        <Button variant="danger" size="s" onClick={() => onAct('remove')}>
          {t('signin.passkey.remove')}
        </Button>
      </div>
    </li>
  )
}
