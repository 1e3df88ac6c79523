import type { FrozenState } from '@candor/contract'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Link } from 'wouter'
import { useWords } from '../session/language/language.ts'

/** Shown on every page to a frozen customer: the reason, the possible actions, the end, and the contact (trust T13). */
export default function FrozenBanner({ frozen }: { readonly frozen: FrozenState }) {
  const { t, tag } = useWords()
  const { legalHold, reviewAt, reason, since } = frozen
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-4 md:px-6 md:pb-4" data-frozen="">
      <Banner
        tone={legalHold ? 'bad' : 'warn'}
        title={t('trust.frozen.title')}
        action={
          <Link href="/help/support" className={buttonClass('secondary', 's')}>
            {t('trust.frozen.support')}
          </Link>
        }
      >
        <p>{t(`trust.frozen.why.${reason}`)}</p>
        {legalHold && reviewAt !== null && (
          <p className="mt-1">{t('trust.frozen.hold', { date: formatMinute(reviewAt, tag) })}</p>
        )}
        <p className="mt-1">
          {legalHold ? t('trust.frozen.canHold') : t('trust.frozen.can', { since: formatMinute(since, tag) })}{' '}
          {t('trust.frozen.cannot')}
        </p>
      </Banner>
    </div>
  )
}
