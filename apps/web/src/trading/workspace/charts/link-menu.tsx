import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { Check } from 'lucide-react'
import { useT } from '../../../session/language/language.ts'
import { type LinkGroup, linkChart, linkGroups } from '../workspace.ts'
import { changeWorkspace } from '../workspace-store.ts'
import { LinkMark } from './link-mark.tsx'

const choices: readonly (LinkGroup | null)[] = [null, ...linkGroups]

/** The group of a chart as a mark, which opens the choice of another. */
export function LinkMenu({ at, group }: { readonly at: number; readonly group: LinkGroup | null }) {
  const t = useT()
  const nameOf = (one: LinkGroup | null) =>
    t(one === null ? 'workspace.group.none' : `workspace.group.${one}`)
  return (
    <Popover
      label={t('workspace.link', { group: nameOf(group) })}
      trigger={<LinkMark group={group} />}
      triggerClass="tap inline-flex w-8 shrink-0 items-center justify-center rounded-s hover:bg-sunken"
      panelClass="w-64 max-w-[calc(100vw-1rem)]"
    >
      {(close) => (
        <>
          {choices.map((one) => (
            <button
              key={one ?? 'none'}
              type="button"
              aria-pressed={one === group}
              onClick={() => {
                close()
                changeWorkspace((now) => linkChart(now, at, one))
              }}
              className={menuItemClass}
            >
              <LinkMark group={one} />
              <span className="flex-1">{nameOf(one)}</span>
              <Check aria-hidden className={classNames('size-4 text-accent', one !== group && 'invisible')} />
            </button>
          ))}
          <p className="px-3 py-2 text-12 text-ink-3">{t('workspace.link.about')}</p>
        </>
      )}
    </Popover>
  )
}
