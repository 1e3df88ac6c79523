import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { useT } from '../../session/language/language.ts'
import { choosePreferences, themes } from '../../session/preferences.ts'
import { usePreferences } from '../../session/use-preferences.ts'
import { barButtonClass } from './language-menu.tsx'

const icons = { system: Monitor, paper: Sun, ink: Moon } as const
const names = { system: 'shell.theme.system', paper: 'shell.theme.paper', ink: 'shell.theme.ink' } as const

export function ThemeMenu() {
  const t = useT()
  const { theme } = usePreferences()
  const Now = icons[theme]
  return (
    <Popover
      label={t('shell.theme')}
      triggerClass={barButtonClass}
      panelClass="w-48"
      trigger={<Now aria-hidden className="size-4.5" />}
    >
      {(close) =>
        themes.map((one) => {
          const Icon = icons[one]
          return (
            <button
              key={one}
              type="button"
              aria-pressed={one === theme}
              className={menuItemClass}
              onClick={() => {
                choosePreferences({ theme: one })
                close()
              }}
            >
              <Icon aria-hidden className="size-4 text-ink-2" />
              <span className="flex-1">{t(names[one])}</span>
              <Check aria-hidden className={classNames('size-4 text-accent', one !== theme && 'invisible')} />
            </button>
          )
        })
      }
    </Popover>
  )
}
