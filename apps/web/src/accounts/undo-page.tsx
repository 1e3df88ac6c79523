import * as refusals from '@candor/refusals/codes.ts'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { ShieldCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { FormFailure, PassFrame } from '../forms/pass-frame.tsx'
import type { CallResult } from '../session/calls/call-server.ts'
import { CallFailure, failureText } from '../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

type Undone = CallResult<'undoChange'>['change']

const isGone = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === refusals.notFound

/** Page of the link in an e-mail about a change, also for readers who are not signed in: shows the change and undoes it on request. */
export default function UndoPage() {
  const { t } = useWords()
  const [token] = useState(new URLSearchParams(useSearch()).get('token') ?? '')
  const [done, setDone] = useState<Undone | null>(null)
  const { data, isError, error, refetch } = useApiQuery('readUndoing', { token }, { enabled: done === null })
  if (done !== null) return <Ended undone={done} />
  if (token === '' || isGone(error)) return <Ended undone={null} />
  if (isError)
    return (
      <ErrorState title={t('shell.loadFailed')} text={failureText(t, error)} onRetry={() => void refetch()} />
    )
  return (
    <PassFrame
      title={t('signin.undo.title')}
      lead={t(data?.change === 'email' ? 'signin.undo.lead.email' : 'signin.undo.lead')}
    >
      {data === undefined ? (
        <SkeletonLines count={3} />
      ) : (
        <Undo token={token} undoing={data} onDone={setDone} />
      )}
    </PassFrame>
  )
}

function Undo({
  token,
  undoing: { change, at },
  onDone,
}: {
  readonly token: string
  readonly undoing: CallResult<'readUndoing'>
  readonly onDone: (undone: Undone) => void
}) {
  const { t, tag } = useWords()
  const act = useApiMutation('undoChange')
  const undo = () => act.mutate({ token }, { onSuccess: ({ change: undone }) => onDone(undone) })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <p className="font-medium text-16 text-ink">{t(`signin.undo.what.${change}`)}</p>
        <p className="mt-1 text-14 text-ink-3">{formatMinute(at, tag)}</p>
      </div>
      <FormFailure text={act.isError ? failureText(t, act.error) : null} />
      <Button variant="danger" size="l" full busy={act.isPending} onClick={undo}>
        {t(change === 'export' ? 'signin.undo.act.export' : 'signin.undo.act')}
      </Button>
    </div>
  )
}

/** In all cases a new password is the next step; `undone` null: the link does not work. */
function Ended({ undone }: { readonly undone: Undone | null }) {
  const { t } = useWords()
  const good = undone !== null
  const doneText = undone === 'email' ? 'signin.undo.done.text.email' : 'signin.undo.done.text'
  return (
    <div className="flex flex-1 items-center">
      <EmptyState
        wholePage
        icon={good ? <ShieldCheck aria-hidden /> : <Unlink aria-hidden />}
        title={t(good ? 'signin.undo.done.title' : 'signin.undo.none.title')}
        text={t(good ? doneText : 'signin.undo.none.text')}
        action={
          <Link href="/pass/find" className={buttonClass()}>
            {t('signin.undo.done.act')}
          </Link>
        }
      />
    </div>
  )
}
