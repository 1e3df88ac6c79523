import type { AccountMode } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { classNames } from '@candor/ui/class-names.ts'
import { Dialog } from '@candor/ui/dialog.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../session/language.ts'
import { chooseMode, useSession } from '../session/session-store.ts'

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
  const said = words[next]
  const change = () => {
    chooseMode(next)
    toast(t(said.done), 'good')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(said.title)}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('shell.cancel')}
          </Button>
          <Button onClick={change}>{t(said.act)}</Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">{t(said.text)}</p>
    </Dialog>
  )
}

/** The account in use, by name; a press asks to change it. */
export function ModeSwitch({ className }: { readonly className?: string }) {
  const t = useT()
  const { mode, isLogin } = useSession()
  const [asking, setAsking] = useState(false)
  if (!isLogin) return null
  const name = t(mode === 'demo' ? 'shell.mode.demo' : 'shell.mode.real')
  return (
    <>
      <button
        type="button"
        aria-label={t('shell.mode.label', { mode: name })}
        title={t('shell.mode.label', { mode: name })}
        onClick={() => setAsking(true)}
        className={classNames(
          'before:-inset-y-2 relative inline-flex h-8 items-center before:absolute before:inset-x-0 gap-1.5 rounded-s border px-2.5 font-semibold text-12 uppercase tracking-wide',
          mode === 'demo'
            ? 'border-warn/40 text-warn hover:border-warn'
            : 'border-hairline-strong/50 text-ink hover:border-hairline-strong',
          className,
        )}
      >
        {name}
        <ArrowLeftRight aria-hidden className="size-3.5" />
      </button>
      <ModeDialog open={asking} onClose={() => setAsking(false)} />
    </>
  )
}

/** The ground of the bar at the top: tinted while practice money is in use. */
export const useBarTint = (): string => {
  const { isLogin, mode } = useSession()
  return isLogin && mode === 'demo' ? 'bg-warn-wash' : 'bg-surface'
}
