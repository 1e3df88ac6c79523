import { type LanguageCode, languageCodes, languages } from '@candor/texts/languages.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Check, Globe } from 'lucide-react'
import { chooseOwnLanguage, useWords } from '../../session/language/language.ts'

/** The ten languages, each by its own name. */
export function LanguageList({ onChosen }: { readonly onChosen?: () => void }) {
  const { t, language } = useWords()
  const choose = (next: LanguageCode) => {
    onChosen?.()
    chooseOwnLanguage(next).catch(() => toast(t('shell.noNetwork'), 'bad'))
  }
  return (
    <ul className="grid grid-cols-2 gap-0.5">
      {languageCodes.map((code) => (
        <li key={code}>
          <button
            type="button"
            lang={languages[code].tag}
            aria-pressed={code === language}
            onClick={() => choose(code)}
            className={classNames(menuItemClass, 'justify-between whitespace-nowrap')}
          >
            {languages[code].name}
            <Check
              aria-hidden
              className={classNames('size-4 text-accent', code !== language && 'invisible')}
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

export const barButtonClass =
  'tap inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-s px-2 text-14 text-ink-2 ' +
  'transition-colors duration-150 hover:bg-ink/5 hover:text-ink'

export function LanguageMenu({ withName = false }: { readonly withName?: boolean }) {
  const { t, language } = useWords()
  return (
    <Popover
      label={t('shell.language.now', { name: languages[language].name })}
      triggerClass={barButtonClass}
      panelClass="w-72"
      trigger={
        <>
          <Globe aria-hidden className="size-4.5" />
          {withName && languages[language].name}
        </>
      }
    >
      {(close) => <LanguageList onChosen={close} />}
    </Popover>
  )
}
