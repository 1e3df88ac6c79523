import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../session/language/language.ts'
import { useDemoGrant } from '../shell/use-params.ts'
import { AppBadge } from './app-badge.tsx'
import { feesBelow } from './headline-figures.ts'

/** The product in one sentence, and the first step. */
export function Headline({ narrow = false }: { readonly narrow?: boolean }) {
  const { t, tag } = useWords()
  const amount = useDemoGrant()
  return (
    <header className={narrow ? '' : 'max-w-[54rem]'}>
      <h1 className={classNames('font-semibold text-ink', narrow ? 'text-28' : 'text-40')}>
        {t('home.headline')}
      </h1>
      <p className={classNames('mt-3 max-w-line text-ink-2', narrow ? 'text-14' : 'text-16')}>
        {t('home.lead', {
          limit: formatShare(feesBelow, tag, 1),
          amount,
        })}
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <a href="#/pass/register" className={buttonClass('primary', 'l', narrow)}>
          {t('home.openDemo')}
        </a>
        <a href="#/market" className={buttonClass('secondary', 'l', narrow)}>
          {t('home.goToMarket')}
        </a>
        <AppBadge />
      </div>
      <p className="mt-4 max-w-line text-14 text-ink-3">{t('home.risk')}</p>
    </header>
  )
}
