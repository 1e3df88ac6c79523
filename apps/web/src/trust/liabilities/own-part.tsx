import { buttonClass } from '@candor/ui/controls/button.tsx'
import { ErrorState, SkeletonLines, StatusWord, type Tone } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { Card, SectionHead } from '@candor/ui/surface.tsx'
import { Link } from 'wouter'
import { failureText } from '../../session/calls/failure.ts'
import { useT } from '../../session/language/language.ts'
import type { OwnPartState } from './check-own-part.ts'
import type { CheckedLeaf, useLiabilities } from './use-liabilities.ts'

/** One's own balances in the proof, each followed to the published sum in this browser. */
export function OwnPart({ own, checked, isLogin }: ReturnType<typeof useLiabilities>) {
  const t = useT()
  return (
    <Card>
      <SectionHead
        title={t('proof.own')}
        {...(isLogin
          ? {}
          : {
              text: t('proof.own.visitor'),
              action: (
                <Link href="/pass/login?next=/liabilities" className={buttonClass('secondary')}>
                  {t('shell.signIn')}
                </Link>
              ),
            })}
      />
      {isLogin && own.isError && (
        <ErrorState
          title={t('shell.loadFailed')}
          text={failureText(t, own.error)}
          onRetry={() => void own.refetch()}
        />
      )}
      {isLogin && own.data === undefined && !own.isError && <SkeletonLines className="mt-3" />}
      {own.data !== undefined && checked.length === 0 && (
        <p className="mt-2 max-w-line text-14 text-ink-2">
          {t(own.data.kept ? 'proof.own.none' : 'proof.own.dropped')}
        </p>
      )}
      {checked.length > 0 && (
        <ul className="mt-2 divide-y divide-hairline">
          {checked.map((one) => (
            <OwnLine key={one.leaf.asset} {...one} />
          ))}
        </ul>
      )}
      {checked.length > 0 && (
        <p className="mt-3 text-12 text-ink-3">
          {t('proof.own.compare')}{' '}
          <Link href="/profile/balance" className="text-accent underline underline-offset-4">
            {t('shell.page.statement')}
          </Link>
        </p>
      )}
    </Card>
  )
}

const tones: Readonly<Record<OwnPartState, Tone>> = {
  included: 'good',
  notIncluded: 'bad',
  unsupported: 'neutral',
}

function OwnLine({ leaf, state }: CheckedLeaf) {
  const t = useT()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold text-16 text-ink">
          <Money amount={leaf.amount} asset={leaf.asset} />
        </p>
        {/[1-9]/.test(leaf.inPlans) && (
          <p className="text-12 text-ink-3">
            {t('proof.own.inPlans')} <Money amount={leaf.inPlans} asset={leaf.asset} />
          </p>
        )}
      </div>
      <div className="md:text-end">
        {state === undefined ? (
          <p className="text-14 text-ink-3">{t('proof.own.checking')}</p>
        ) : (
          <span role="status">
            <StatusWord tone={tones[state]}>{t(`proof.own.${state}`)}</StatusWord>
          </span>
        )}
        {state === 'included' && (
          <p className="text-12 text-ink-3">{t('proof.own.steps', { count: leaf.path.length })}</p>
        )}
      </div>
    </li>
  )
}
