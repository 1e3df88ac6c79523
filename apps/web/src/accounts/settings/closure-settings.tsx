import type { AccountClosure } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkCode, checkGivenPassword } from '../../forms/account-problems.ts'
import { CodeField } from '../../forms/code-field.tsx'
import { FormPassword } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'

/** Erasure of the customer's own account: the obstacles, the request, and the seven days in which one button cancels it (trust T20). */
export function ClosureSettings() {
  const t = useT()
  const { data } = useApiQuery('closing', {})
  const [open, setOpen] = useState(false)
  if (data === undefined) return null
  if (data.asked !== null)
    return <Requested erasesAt={data.asked.erasesAt} hindered={data.hindrances.length > 0} />
  return (
    <div className="pt-4">
      <SettingRow title={t('trust.closing.title')} text={t('trust.closing.text')}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t('trust.closing.act')}
        </Button>
      </SettingRow>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('trust.closing.ask')}>
        {data.hindrances.length > 0 ? (
          <Hindrances hindrances={data.hindrances} />
        ) : (
          <RequestForm onDone={() => setOpen(false)} />
        )}
      </Dialog>
    </div>
  )
}

function Requested({ erasesAt, hindered }: { readonly erasesAt: string; readonly hindered: boolean }) {
  const { t, tag } = useWords()
  const queries = useQueryClient()
  const keep = useApiMutation('keepAccount')
  const at = formatMinute(erasesAt, tag)
  const act = () =>
    keep.mutate(
      {},
      {
        onSuccess: () => {
          toast(t('trust.closing.kept'), 'good')
          void queries.invalidateQueries({ queryKey: ['closing'] })
        },
      },
    )
  return (
    <Banner tone="warn" title={t('trust.closing.asked', { at })} className="mt-4">
      <p className="mb-3">{t(hindered ? 'trust.closing.asked.hindered' : 'trust.closing.asked.text')}</p>
      <FormFailure text={keep.isError ? failureText(t, keep.error) : null} />
      <Button variant="secondary" busy={keep.isPending} onClick={act}>
        {t('trust.closing.keep')}
      </Button>
    </Banner>
  )
}

function Hindrances({ hindrances }: Pick<AccountClosure, 'hindrances'>) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3 text-14 text-ink-2">
      <p>{t('trust.closing.first')}</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-ink">
        {hindrances.map((one) => (
          <li key={one}>{t(`trust.closing.hindrance.${one}`)}</li>
        ))}
      </ul>
    </div>
  )
}

function RequestForm({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const { user } = useSession()
  const queries = useQueryClient()
  const email = user?.email ?? ''
  const form = useForm<'password' | 'code'>({
    first: { password: '', code: '' },
    check: checkEach({ password: checkGivenPassword, code: checkCode }),
    send: async (values) => {
      await callServer('closeAccount', values)
      await queries.invalidateQueries({ queryKey: ['closing'] })
      onDone()
    },
  })
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
      <p className="text-14 text-ink-2">{t('trust.closing.ask.text')}</p>
      <FormPassword form={form} name="password" label={t('accounts.field.password')} />
      <CodeField
        form={form}
        name="code"
        label={t('trust.closing.code')}
        hint={t('trust.closing.code.hint', { email })}
        sentText={(minutes) => t('trust.closing.code.sent', { email, minutes })}
        sendCode={() => callServer('sendCode', { email, purpose: 'security' })}
      />
      <FormFailure text={form.failed} />
      <Button type="submit" variant="danger" busy={form.busy}>
        {t('trust.closing.confirm')}
      </Button>
    </form>
  )
}
