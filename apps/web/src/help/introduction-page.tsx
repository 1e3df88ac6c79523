import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Link } from 'wouter'
import { useT } from '../session/language/language.ts'

const steps = [
  ['help.intro.1.title', 'help.intro.1.text'],
  ['help.intro.2.title', 'help.intro.2.text'],
  ['help.intro.3.title', 'help.intro.3.text'],
  ['help.intro.4.title', 'help.intro.4.text'],
  ['help.intro.5.title', 'help.intro.5.text'],
] as const

export default function IntroductionPage() {
  const t = useT()
  return (
    <div className="mx-auto w-full max-w-[44rem] px-4 py-8 md:px-6 md:py-12">
      <h1 className="font-semibold text-28">{t('help.intro.title')}</h1>
      <p className="mt-2 text-16 text-ink-2">{t('help.intro.lead')}</p>
      <ol className="mt-8">
        {steps.map(([title, text], index) => (
          <li key={title} className="relative flex gap-5 pb-8 last:pb-0">
            <span className="figures z-10 flex size-8 shrink-0 items-center justify-center rounded-full border border-hairline bg-surface font-semibold text-14">
              {index + 1}
            </span>
            {index < steps.length - 1 && (
              <span aria-hidden className="absolute start-4 top-8 bottom-0 w-px bg-hairline" />
            )}
            <div className="pt-1">
              <h2 className="font-semibold text-16">{t(title)}</h2>
              <p className="mt-1 max-w-line text-16 text-ink-2">{t(text)}</p>
            </div>
          </li>
        ))}
      </ol>
      <Link href="/market" className={buttonClass('primary', 'l', false, 'mt-10')}>
        {t('help.intro.act')}
      </Link>
    </div>
  )
}
