import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { SettingRow } from '../../forms/setting-row.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { signOut, useSession } from '../../session/session-store.ts'

/** Emergency freeze: signs out every session at once. It needs no password, because an emergency leaves no time for one. */
export function FreezeSettings() {
  const t = useT()
  const { user } = useSession()
  const [open, setOpen] = useState(false)
  const freeze = useApiMutation('freeze')
  const act = () =>
    freeze.mutate(
      {},
      {
        onSuccess: () => {
          toast(t('signin.freeze.done'), 'good')
          signOut()
        },
      },
    )
  return (
    <div className="pt-4">
      <SettingRow title={t('signin.freeze.title')} text={t('signin.freeze.text')}>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t('signin.freeze.act')}
        </Button>
      </SettingRow>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('signin.freeze.ask')}
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {t('shell.cancel')}
            </Button>
            <Button variant="danger" busy={freeze.isPending} onClick={act}>
              {t('signin.freeze.title')}
            </Button>
          </>
        }
      >
        <p className="text-14 text-ink-2">{t('signin.freeze.askText', { email: user?.email ?? '' })}</p>
        <FormFailure text={freeze.isError ? failureText(t, freeze.error) : null} />
      </Dialog>
    </div>
  )
}
