import { classNames } from '@candor/ui/class-names.ts'
import { ArrowLeftRight } from 'lucide-react'
import { lazy, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { useSession } from '../../session/session-store.ts'
import { Later } from '../page-guard.tsx'

const LazyDialog = lazy(
  withTexts(() => import('./mode-dialog.tsx').then((file) => ({ default: file.ModeDialog }))),
)

/** Asks before the account in use changes; its part of the program comes when it is first needed. */
export function ModeDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return <Later>{open && <LazyDialog open onClose={onClose} />}</Later>
}

/** The account in use, by name; a press asks to change it. */
export function ModeSwitch({ className }: { readonly className?: string }) {
  const t = useT()
  const { mode, isLogin } = useSession()
  const [dialogOpen, setDialogOpen] = useState(false)
  if (!isLogin) return null
  const name = t(mode === 'demo' ? 'shell.mode.demo' : 'shell.mode.real')
  return (
    <>
      <button
        type="button"
        aria-label={t('shell.mode.label', { mode: name })}
        title={t('shell.mode.label', { mode: name })}
        onClick={() => setDialogOpen(true)}
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
      <ModeDialog open={dialogOpen} onClose={() => setDialogOpen(false)} />
    </>
  )
}

/** The ground of the bar at the top: tinted while practice money is in use. */
export const useBarTint = (): string => {
  const { isLogin, mode } = useSession()
  return isLogin && mode === 'demo' ? 'bg-warn-wash' : 'bg-surface'
}
