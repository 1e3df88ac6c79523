import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { SkeletonLines } from '@candor/ui/feedback.tsx'
import { Popover } from '@candor/ui/overlays/menu.tsx'
import { BookOpen, LayoutDashboard, PanelLeft, PanelRight } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { laterPart } from '../../shell/later-part.ts'
import { ShortcutHelp } from '../shortcut-help.tsx'
import { panelSwitches, type SwitchedPanel, useIsShown } from './panel-switches.ts'
import type { Screen } from './use-screen.ts'

const loadMenu = withTexts(() => import('./menu/menu-parts.ts'))
const WorkspaceMenu = laterPart(async () => ({ default: (await loadMenu()).WorkspaceMenu }))
const OwnDialog = laterPart(async () => ({ default: (await loadMenu()).OwnDialog }))

const toolClass =
  'tap inline-flex aspect-square h-9 shrink-0 items-center justify-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink [&>svg]:size-4.5'

interface ToolsProps {
  readonly screen: Screen
  /** False: the window has room for one chart only, and not for the list. */
  readonly isWide: boolean
}

/** Buttons in the header of the market screen: panels shown and hidden, and the menu of the workspace. */
export function WorkspaceTools({ screen, isWide }: ToolsProps) {
  const isTicketShown = useIsShown('ticket')
  return (
    <div className="ms-auto flex shrink-0 [p+&]:ms-0">
      {!isTicketShown && <ShortcutHelp product="contract" />}
      {isWide && (
        <>
          <PanelButton panel="list" isWide>
            <PanelLeft aria-hidden className="mirrored size-4.5" />
          </PanelButton>
          <MenuButton screen={screen} />
        </>
      )}
      <PanelButton panel="book" isWide={isWide}>
        <BookOpen aria-hidden className="size-4.5" />
      </PanelButton>
      <PanelButton panel="ticket" isWide={isWide}>
        <PanelRight aria-hidden className="mirrored size-4.5" />
      </PanelButton>
    </div>
  )
}

/** Shows or hides a panel. In a wide window without room for it, the menu has the same switch. */
function PanelButton({
  panel,
  isWide,
  children,
}: {
  readonly panel: SwitchedPanel
  readonly isWide: boolean
  readonly children: ReactNode
}) {
  const t = useT()
  const { title, shortcut, toggle } = panelSwitches[panel]
  const isShown = useIsShown(panel)
  return (
    <IconButton
      label={t(title)}
      aria-keyshortcuts={shortcut}
      aria-pressed={isShown}
      onClick={toggle}
      className={classNames(isWide && 'max-xl:hidden', isShown && 'text-ink!')}
    >
      {children}
    </IconButton>
  )
}

/** Opens the menu of the workspace, and the dialog that the menu leads to. */
function MenuButton({ screen }: { readonly screen: Screen }) {
  const t = useT()
  const [saving, setSaving] = useState(false)
  return (
    <>
      <Popover
        label={t('markets.workspace.title')}
        trigger={<LayoutDashboard aria-hidden />}
        triggerClass={toolClass}
        panelClass="w-72 max-w-[calc(100vw-1rem)]"
      >
        {(close) => (
          <Suspense fallback={<SkeletonLines count={8} className="p-3" />}>
            <WorkspaceMenu
              screen={screen}
              onClose={close}
              onSave={() => {
                close()
                setSaving(true)
              }}
            />
          </Suspense>
        )}
      </Popover>
      {saving && (
        <Suspense fallback={null}>
          <OwnDialog current={screen.workspace} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  )
}
