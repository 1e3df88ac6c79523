import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { Popover } from '@candor/ui/overlays/menu.tsx'
import { PencilRuler } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../../session/language/language.ts'
import type { DrawingWork } from './use-drawing-desk.ts'
import type { LoadedDrawings } from './use-drawings-module.ts'

interface DrawingsButtonProps {
  readonly work: DrawingWork
  readonly drawings: LoadedDrawings
  readonly className: string
}

/** Opens the drawing tools: a panel on wide screens, a sheet on narrow ones. */
export function DrawingsButton({ work, drawings, className }: DrawingsButtonProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const label = t('markets.chart.drawings')
  const menu = (close: () => void) => <LoadedMenu work={work} drawings={drawings} onClose={close} />
  if (!work.narrow)
    return (
      <Popover
        label={label}
        trigger={
          <>
            <PencilRuler aria-hidden className="size-4" />
            <span className="max-xl:hidden">{label}</span>
          </>
        }
        triggerClass={classNames(className, 'gap-1.5')}
        panelClass="w-[21rem] max-w-[calc(100vw-1rem)]"
      >
        {menu}
      </Popover>
    )
  const close = () => setOpen(false)
  return (
    <>
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={className}
      >
        <PencilRuler aria-hidden className="size-4" />
      </button>
      <Dialog open={open} onClose={close} title={label}>
        {menu(close)}
      </Dialog>
    </>
  )
}

function LoadedMenu({
  work,
  drawings: { module, failed, load },
  onClose,
}: {
  readonly work: DrawingWork
  readonly drawings: LoadedDrawings
  readonly onClose: () => void
}) {
  const t = useT()
  if (module !== null) return <module.DrawingMenu work={work} onClose={onClose} />
  if (failed) return <ErrorState title={t('markets.chart.drawings.error')} onRetry={load} />
  return <LoadOnce load={load} />
}

function LoadOnce({ load }: { readonly load: () => void }) {
  useEffect(load, [load])
  return <SkeletonLines count={6} className="p-3" />
}
