import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass } from '@candor/ui/overlays/menu.tsx'
import { BookmarkPlus, Check, LayoutDashboard, RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useT } from '../../../session/language/language.ts'
import type { Screen } from '../use-screen.ts'
import { arrange, arrangements, resetLayout, type Workspace } from '../workspace.ts'
import { toggleBook, toggleList, toggleTicket, useWorkspace } from '../workspace-store.ts'
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
  const listShown = useWorkspace((workspace) => workspace.listShown)
  const ticketShown = useWorkspace((workspace) => workspace.ticketShown)
  const bookShown = useWorkspace((workspace) => workspace.bookShown)
  return (
    <Section title={t('workspace.panels')}>
      <Toggle name={t('markets.list.title')} shortcut="W" on={listShown} onToggle={toggleList} />
      <Toggle name={t('markets.depth.book')} shortcut="K" on={bookShown} onToggle={toggleBook} />
      <Toggle name={t('markets.workspace.ticket')} shortcut="O" on={ticketShown} onToggle={toggleTicket} />
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

function Toggle({
  name,
  shortcut,
  on,
  onToggle,
}: {
  readonly name: string
  readonly shortcut: string
  readonly on: boolean
  readonly onToggle: () => void
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-keyshortcuts={shortcut}
      onClick={onToggle}
      className={menuItemClass}
    >
      <Check aria-hidden className={classNames('size-4 w-6 shrink-0 text-accent', !on && 'invisible')} />
      <span className="flex-1">{name}</span>
      <kbd aria-hidden className="font-sans text-12 text-ink-3">
        {shortcut}
      </kbd>
    </button>
  )
}
