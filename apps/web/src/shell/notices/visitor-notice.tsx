import { buttonClass } from '@candor/ui/controls/button.tsx'
import { useT } from '../../session/language/language.ts'

/** Asks a visitor to sign in, and return to `path`, or to open an account. `text` gives the reason. */
export function VisitorNotice({ text, path }: { readonly text: string; readonly path: string }) {
  const t = useT()
  return (
    <div className="flex flex-col gap-3">
      <p className="text-14 text-ink-2">{text}</p>
      <div className="grid grid-cols-2 gap-2">
        <a
          href={`#/pass/login?next=${encodeURIComponent(path)}`}
          className={buttonClass('secondary', 'm', true)}
        >
          {t('shell.signIn')}
        </a>
        <a href="#/pass/register" className={buttonClass('primary', 'm', true)}>
          {t('shell.signUp')}
        </a>
      </div>
    </div>
  )
}
