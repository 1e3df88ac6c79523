import type { AccountMode } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useT } from '../../session/language/language.ts'
import { chooseMode, useSession } from '../../session/session-store.ts'

const words = {
  demo: {
    title: 'shell.mode.toDemo.title',
    text: 'shell.mode.toDemo.text',
    act: 'shell.mode.toDemo.act',
    done: 'shell.mode.switchedToDemo',
  },
  real: {
    title: 'shell.mode.toReal.title',
    text: 'shell.mode.toReal.text',
    act: 'shell.mode.toReal.act',
    done: 'shell.mode.switchedToReal',
  },
} as const

/** Asks before the account in use changes, and tells when it has (specification §1). */
export function ModeDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT()
  const { mode } = useSession()
  const next: AccountMode = mode === 'demo' ? 'real' : 'demo'
  const wordsOfMode = words[next]
  const change = () => {
    chooseMode(next)
    toast(t(wordsOfMode.done), 'good')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(wordsOfMode.title)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button onClick={change}>{t(wordsOfMode.act)}</Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">{t(wordsOfMode.text)}</p>
    </Dialog>
  )
}
