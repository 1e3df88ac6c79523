import { Button } from '@candor/ui/controls/button.tsx'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { useForm } from '../../forms/use-form.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { downloadText } from '../../session/calls/download.ts'
import { useApiQuery } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { UnlessFrozen } from '../../shell/notices/unless-frozen.tsx'

/** Number of recovery codes left, and a way to make new ones; only where the second factor is on. */
export function RecoveryCodes() {
  const t = useT()
  const { user } = useSession()
  const { data } = useApiQuery('recoveryCodes', {}, { enabled: user?.totpEnabled === true })
  const [open, setOpen] = useState(false)
  if (user?.totpEnabled !== true) return null
  const close = () => setOpen(false)
  return (
    <div className="py-4">
      <SettingRow
        title={t('signin.recovery.title')}
        text={data === undefined ? undefined : t('signin.recovery.left', { left: data.left })}
      >
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t('signin.recovery.make')}
        </Button>
      </SettingRow>
      <Dialog open={open} onClose={close} title={t('signin.recovery.title')}>
        <NewRecoveryCodes onDone={close} />
      </Dialog>
    </div>
  )
}

/** Makes ten codes and shows them once. */
export function NewRecoveryCodes({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const known = useQueryClient()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useForm<never>({
    first: {},
    check: () => ({}),
    send: async () => {
      setCodes((await callServer('makeRecoveryCodes', {})).codes)
      void known.invalidateQueries({ queryKey: ['recoveryCodes'] })
    },
  })
  if (codes !== null) return <ShownOnce codes={codes} onDone={onDone} />
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('signin.recovery.make.text')}</p>
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('signin.recovery.make')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function ShownOnce({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const t = useT()
  const text = `${t('signin.recovery.title')} · ${location.host}\n\n${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-5">
      <p className="text-14 text-ink">{t('signin.recovery.once')}</p>
      <ul dir="ltr" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-s bg-sunken p-4">
        {codes.map((code) => (
          <li key={code} className="figures text-center font-mono text-14 text-ink">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button
          variant="secondary"
          size="s"
          icon={<Download aria-hidden className="size-4" />}
          onClick={() => downloadText('candor-recovery-codes.txt', text, 'text/plain')}
        >
          {t('signin.recovery.download')}
        </Button>
        <Button
          variant="secondary"
          size="s"
          icon={<Printer aria-hidden className="size-4" />}
          onClick={() => print()}
        >
          {t('signin.recovery.print')}
        </Button>
        <CopyButton value={codes.join('\n')} label={t('signin.recovery.copy')} />
      </div>
      <Button onClick={onDone}>{t('signin.recovery.done')}</Button>
    </div>
  )
}
