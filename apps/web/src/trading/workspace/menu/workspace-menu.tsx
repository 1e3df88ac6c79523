import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass } from '@candor/ui/overlays/menu.tsx'
import { BookmarkPlus, Check, LayoutDashboard, RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../session/language/language.ts'
import { panelSwitches, type SwitchedPanel, useIsShown } from '../panel-switches.ts'
import type { Screen } from '../use-screen.ts'
import { arrange, arrangements, resetLayout, type Workspace } from '../workspace.ts'
import { useWorkspace } from '../workspace-store.ts'
import { ArrangementPicture, PresetPicture } from './layout-picture.tsx'
import { useOwnWorkspaces } from './own-workspaces.ts'
import { applyPreset, presets } from './presets.ts'

interface MenuProps {
  readonly screen: Screen
  readonly onClose: () => void
  /** Opens the dialog of the customer's own workspaces. */
  readonly onSave: () => void
}

/** Number and place of charts, presets, the customer's own workspaces, panels and reset. */
export function WorkspaceMenu({ screen, onClose, onSave }: MenuProps) {
  const t = useT()
  const arrangement = useWorkspace((workspace) => workspace.arrangement)
  const own = useOwnWorkspaces()
  const apply = (change: (workspace: Workspace) => Workspace) => {
    screen.apply(change(screen.workspace()))
    onClose()
  }
  return (
    <>
      <Section title={t('workspace.layout')} className="flex flex-wrap gap-1 px-2 pb-1">
        {arrangements.map((one) => (
          <button
            key={one}
            type="button"
            aria-label={t(`workspace.layout.${one}`)}
            title={t(`workspace.layout.${one}`)}
            aria-pressed={one === arrangement}
            onClick={() => apply((now) => arrange(now, one))}
            className={classNames(
              'tap inline-flex min-w-11 items-center justify-center rounded-s border',
              one === arrangement
                ? 'border-accent bg-accent-wash text-accent'
                : 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            <ArrangementPicture arrangement={one} />
          </button>
        ))}
      </Section>
      <Section title={t('workspace.presets')}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            onClick={() => apply((now) => applyPreset(now, preset))}
            className={menuItemClass}
          >
            <PresetPicture preset={preset} />
            {t(`workspace.preset.${preset}`)}
          </button>
        ))}
        {own.map(({ id, name, workspace }) => (
          <button key={id} type="button" onClick={() => apply(() => workspace)} className={menuItemClass}>
            <LayoutDashboard aria-hidden className="size-5 w-6 shrink-0 text-ink-2" />
            <bdi className="min-w-0 truncate">{name}</bdi>
          </button>
        ))}
        <button type="button" aria-haspopup="dialog" onClick={onSave} className={menuItemClass}>
          <BookmarkPlus aria-hidden className="size-5 w-6 shrink-0 text-ink-2" />
          {t('workspace.save')}
        </button>
      </Section>
      <PanelSection onReset={() => apply(resetLayout)} />
    </>
  )
}

function PanelSection({ onReset }: { readonly onReset: () => void }) {
  const t = useT()
  return (
    <Section title={t('workspace.panels')}>
      <Toggle panel="list" />
      <Toggle panel="book" />
      <Toggle panel="ticket" />
      <button type="button" onClick={onReset} className={menuItemClass}>
        <RotateCcw aria-hidden className="mirrored size-4 w-6 shrink-0 text-ink-2" />
        {t('workspace.reset')}
      </button>
    </Section>
  )
}

function Section({
  title,
  className,
  children,
}: {
  readonly title: string
  readonly className?: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset aria-labelledby={id} className="border-hairline border-t py-1 first:border-t-0">
      <p id={id} className="px-3 pt-1 pb-1 text-12 text-ink-3">
        {title}
      </p>
      <div className={className}>{children}</div>
    </fieldset>
  )
}

function Toggle({ panel }: { readonly panel: SwitchedPanel }) {
  const t = useT()
  const { title, shortcut, toggle } = panelSwitches[panel]
  const isShown = useIsShown(panel)
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-keyshortcuts={shortcut}
      onClick={toggle}
      className={menuItemClass}
    >
      <Check aria-hidden className={classNames('size-4 w-6 shrink-0 text-accent', !isShown && 'invisible')} />
      <span className="flex-1">{t(title)}</span>
      <kbd aria-hidden className="font-sans text-12 text-ink-3">
        {shortcut}
      </kbd>
    </button>
  )
}
