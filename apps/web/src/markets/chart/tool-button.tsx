import { classNames } from '@candor/ui/class-names.ts'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { Popover } from '@candor/ui/overlays/menu.tsx'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import type { LaterModule } from './use-later-module.ts'

interface ToolButtonProps<Module> {
  readonly label: string
  readonly icon: ReactNode
  readonly narrow: boolean
  readonly className: string
  readonly later: LaterModule<Module>
  /** The content of the panel, once its code is loaded. */
  readonly children: (module: Module, close: () => void) => ReactNode
}

/** Opens the tools of a part of the chart: a panel on wide screens, a sheet on narrow ones. */
export function ToolButton<Module>({
  label,
  icon,
  narrow,
  className,
  later,
  children,
}: ToolButtonProps<Module>) {
  const [open, setOpen] = useState(false)
  const menu = (close: () => void) => (
    <LoadedMenu later={later}>{(module) => children(module, close)}</LoadedMenu>
  )
  if (!narrow)
    return (
      <Popover
        label={label}
        trigger={
          <>
            {icon}
            <span className="@min-[56rem]:inline hidden">{label}</span>
          </>
        }
        triggerClass={classNames(className, 'gap-1.5 [&>svg]:shrink-0')}
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
        {icon}
      </button>
      <Dialog open={open} onClose={close} title={label}>
        {menu(close)}
      </Dialog>
    </>
  )
}

function LoadedMenu<Module>({
  later: { module, failed, load },
  children,
}: {
  readonly later: LaterModule<Module>
  readonly children: (module: Module) => ReactNode
}) {
  const t = useT()
  if (module !== null) return children(module)
  if (failed) return <ErrorState title={t('markets.chart.tools.error')} onRetry={load} />
  return <LoadOnce load={load} />
}

function LoadOnce({ load }: { readonly load: () => void }) {
  useEffect(load, [load])
  return <SkeletonLines count={6} className="p-3" />
}
