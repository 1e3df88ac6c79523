import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SettingRow } from '../../forms/setting-row.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useIdempotentMutation } from '../../session/calls/use-call.ts'
import { useT } from '../../session/language/language.ts'
import { useSession } from '../../session/session-store.ts'
import { ModeDialog } from '../../shell/frame/mode-switch.tsx'
import { useDemoGrant, useDemoResetsPerDay } from '../../shell/use-params.ts'

/** The account in use, and starting the demo over. */
export function ModeSettings() {
  const t = useT()
  const { mode } = useSession()
  const [openDialog, setOpenDialog] = useState<'mode' | 'reset' | null>(null)
  const close = () => setOpenDialog(null)
  return (
    <Card>
      <SectionHead title={t('accounts.settings.account')} className="mb-4" />
      <div className="divide-y divide-hairline">
        <SettingRow
          title={t(mode === 'demo' ? 'shell.mode.demoAccount' : 'shell.mode.realAccount')}
          {...(mode === 'demo' ? { text: t('shell.mode.demoNote') } : {})}
        >
          <Button variant="secondary" onClick={() => setOpenDialog('mode')}>
            {t('accounts.settings.account.switch')}
          </Button>
        </SettingRow>
        {mode === 'demo' && <ResetRow onOpen={() => setOpenDialog('reset')} />}
      </div>
      <ModeDialog open={openDialog === 'mode'} onClose={close} />
      <ResetDialog open={openDialog === 'reset'} onClose={close} />
    </Card>
  )
}

function ResetRow({ onOpen }: { readonly onOpen: () => void }) {
  const t = useT()
  const amount = useDemoGrant({ fresh: true })
  const times = useDemoResetsPerDay()
  return (
    <SettingRow
      title={t('accounts.settings.reset.title')}
      text={t('accounts.settings.reset.text', { amount, times })}
    >
      <Button variant="secondary" onClick={onOpen}>
        {t('accounts.settings.reset.act')}
      </Button>
    </SettingRow>
  )
}

function ResetDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const amount = useDemoGrant({ fresh: true })
  const resetDemo = useIdempotentMutation('resetDemo')
  const reset = () =>
    resetDemo.mutate(
      {},
      {
        onSuccess: () => {
          toast(t('accounts.settings.reset.done', { amount }), 'good')
          void queries.invalidateQueries()
          onClose()
        },
        onError: (error) => {
          toast(failureText(t, error), 'bad')
          onClose()
        },
      },
    )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('accounts.settings.reset.ask')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button busy={resetDemo.isPending} onClick={reset}>
            {t('accounts.settings.reset.act')}
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">{t('accounts.settings.reset.askText', { amount })}</p>
    </Dialog>
  )
}
