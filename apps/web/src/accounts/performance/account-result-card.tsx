import type { AccountResult } from '@candor/contract'
import { Money, MoneyChange, PercentChange } from '@candor/ui/figures/figures.tsx'
import { formatShare } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList, SectionHead } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'

/** Return and drawdown of the whole account, with the sum that its P&L comes from and how both are computed. */
export function AccountResultCard({ account }: { readonly account: AccountResult | null }) {
  const { t, tag } = useWords()
  if (account === null)
    return (
      <Card>
        <SectionHead title={t('accounts.performance.account')} />
        <p className="mt-4 text-14 text-ink-2">{t('accounts.worth.none')}</p>
      </Card>
    )
  const money = (amount: string) => <Money amount={amount} asset="USDT" />
  return (
    <Card>
      <SectionHead
        title={t('accounts.performance.account')}
        text={`${formatMinute(account.from, tag)} – ${formatMinute(account.to, tag)}`}
      />
      <p className="mt-4 text-14 text-ink-2">{t('accounts.performance.return')}</p>
      <p className="mt-0.5 font-semibold text-28 [&_bdi]:text-28">
        {account.return === null ? '—' : <PercentChange percent={Number(account.return) * 100} />}
      </p>
      <p className="mt-1 max-w-line text-12 text-ink-3">{t('accounts.performance.return.about')}</p>
      <DetailList className="mt-3 [&>div]:py-1.5">
        <Detail name={t('accounts.performance.start')}>{money(account.startWorth)}</Detail>
        <Detail name={t('accounts.worth.in')}>{money(account.putIn)}</Detail>
        <Detail name={t('accounts.worth.out')}>{money(lessOf(account.takenOut))}</Detail>
        <Detail name={t('accounts.performance.pnl')}>
          <MoneyChange amount={account.result} asset="USDT" arrow={false} />
        </Detail>
        <Detail name={t('accounts.performance.end')} strong>
          {money(account.endWorth)}
        </Detail>
        <Detail name={t('accounts.performance.capital')}>{money(account.capital)}</Detail>
      </DetailList>
      <DrawdownFigures drawdown={account.drawdown} />
    </Card>
  )
}

function DrawdownFigures({ drawdown }: Pick<AccountResult, 'drawdown'>) {
  const { t, tag } = useWords()
  return (
    <div className="mt-4">
      <p className="text-14 text-ink-2">{t('accounts.performance.drawdown')}</p>
      {drawdown === null ? (
        <p className="mt-0.5 text-16 text-ink">{t('accounts.performance.drawdown.none')}</p>
      ) : (
        <>
          <p className="mt-0.5 flex flex-wrap items-baseline gap-x-3 font-semibold text-20">
            <MoneyChange amount={`-${drawdown.amount}`} asset="USDT" max={2} arrow={false} />
            {drawdown.share !== null && (
              <bdi dir="ltr" className="figures font-normal text-16 text-ink-2">
                {formatShare(drawdown.share, tag)}
              </bdi>
            )}
          </p>
          <p className="mt-0.5 text-12 text-ink-2">
            {`${formatMinute(drawdown.from, tag)} – ${formatMinute(drawdown.to, tag)}`}
          </p>
        </>
      )}
      <p className="mt-1 max-w-line text-12 text-ink-3">{t('accounts.performance.drawdown.about')}</p>
    </div>
  )
}

/** Writes what was taken out as it counts in the sum. */
const lessOf = (amount: string): string => (Number(amount) === 0 ? amount : `-${amount}`)
