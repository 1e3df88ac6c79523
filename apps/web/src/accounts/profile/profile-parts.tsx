import type { AccountSummary, AccountWorth, WorthHistory } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { buttonClass } from '@candor/ui/controls/button.tsx'
import { Badge, Banner, StatusWord } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, PercentChange } from '@candor/ui/figures/figures.tsx'
import { formatMarginLevel, formatShare } from '@candor/ui/figures/format-decimal.ts'
import { ProportionBar } from '@candor/ui/figures/pictures.tsx'
import { Tooltip } from '@candor/ui/overlays/tooltip.tsx'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { CircleCheck } from 'lucide-react'
import { useWords } from '../../session/language/language.ts'
import { balanceActions, balancePath } from '../../shell/balance-paths.ts'
import { attentionOf, dayChange, equityParts } from './account-overview.ts'

export interface AccountShown {
  readonly summary: AccountSummary
  readonly worth: AccountWorth
  /** Of the last month. */
  readonly history: WorthHistory
}

/** Shows the total worth as the main figure, with the P&L of a day. */
export function WorthHead({ worth, history }: AccountShown) {
  const { t } = useWords()
  // Uses the server's clock, like the history: this machine's may be wrong.
  const change = dayChange(history.points, Date.parse(worth.at))
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-2">
        <Tooltip text={t(worth.mode === 'demo' ? 'accounts.profile.equity.about' : 'accounts.worth.about')}>
          {t('accounts.worth.title')}
        </Tooltip>
        <Badge tone={worth.mode === 'demo' ? 'warn' : 'neutral'}>
          {t(worth.mode === 'demo' ? 'accounts.profile.demo' : 'accounts.profile.real')}
        </Badge>
      </div>
      <p dir="ltr" className="mt-1 flex items-baseline gap-2 rtl:justify-end">
        <Money amount={worth.worth} max={2} className="font-semibold text-28 md:text-40" />
        <span className="text-16 text-ink-3 md:text-20">USDT</span>
      </p>
      {change !== null && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-14">
          <MoneyChange amount={change.amount} asset="USDT" max={2} />
          {change.percent !== null && <PercentChange percent={change.percent} arrow={false} />}
          <span className="text-ink-3">{t('accounts.profile.day')}</span>
        </p>
      )}
    </div>
  )
}

/** Money in, out and between coins, under the headline. */
export function MoneyActions({ className }: { readonly className?: string }) {
  const { t } = useWords()
  const names = {
    deposit: t('funding.tab.deposit'),
    withdraw: t('withdraw.tab'),
    convert: t('convert.title'),
  }
  return (
    <nav
      aria-label={t('funding.balance.title')}
      data-part="money-actions"
      className={classNames('flex flex-wrap gap-2', className)}
    >
      {balanceActions.map((action) => (
        <a
          key={action}
          href={balancePath(action)}
          className={buttonClass(action === 'deposit' ? 'primary' : 'secondary')}
        >
          {names[action]}
        </a>
      ))}
    </nav>
  )
}

/** Parts of the USDT balance: free and held. */
export function AccountParts({ summary }: { readonly summary: AccountSummary }) {
  const { t } = useWords()
  const { available, margin, setAside } = equityParts(summary)
  return (
    <ProportionBar
      label={t('accounts.profile.parts')}
      shares={[
        {
          key: 'free',
          label: t('accounts.profile.free'),
          share: Number(available),
          value: <Money amount={available} asset="USDT" max={2} />,
        },
        {
          key: 'margin',
          label: t('accounts.profile.held'),
          share: Number(margin),
          value: <Money amount={margin} asset="USDT" max={2} />,
        },
        ...(Number(setAside) === 0
          ? []
          : [
              {
                key: 'setAside',
                label: t('accounts.profile.setAside'),
                share: Number(setAside),
                value: <Money amount={setAside} asset="USDT" max={2} />,
              },
            ]),
      ]}
    />
  )
}

/** The same parts as figures, as on a statement. */
export function AccountFigures({ summary }: { readonly summary: AccountSummary }) {
  const { t, tag } = useWords()
  return (
    <DetailList>
      <Detail
        name={<Tooltip text={t('accounts.profile.equity.about')}>{t('accounts.profile.equity')}</Tooltip>}
      >
        <Money amount={summary.equity} asset="USDT" max={2} />
      </Detail>
      <Detail name={t('accounts.profile.expectedProfit')}>
        <MoneyChange amount={summary.expectedProfit} asset="USDT" max={2} />
      </Detail>
      <Detail name={t('accounts.profile.todayEarnings')}>
        <MoneyChange amount={summary.todayEarnings} asset="USDT" max={2} />
      </Detail>
      <Detail name={t('accounts.profile.marginUsed')}>
        <Money amount={summary.marginUsed} asset="USDT" max={2} />
      </Detail>
      <Detail
        name={
          <Tooltip
            text={t('accounts.profile.marginLevel.about', {
              call: formatMarginLevel(summary.callLevel, tag),
              closeOut: formatMarginLevel(summary.closeOutLevel, tag),
            })}
          >
            {t('accounts.profile.marginLevel')}
          </Tooltip>
        }
      >
        {summary.marginLevel === null ? (
          <span className="text-ink-3">{t('accounts.profile.marginLevel.none')}</span>
        ) : (
          <bdi dir="ltr" className="figures">
            {formatShare(summary.marginLevel, tag, 0)}
          </bdi>
        )}
      </Detail>
    </DetailList>
  )
}

/** Warnings for the customer, or a note that there are none. */
export function AttentionList({ summary }: { readonly summary: AccountSummary }) {
  const { t, tag } = useWords()
  const found = attentionOf(summary)
  if (found.length === 0) {
    return (
      <StatusWord tone="neutral" icon={<CircleCheck aria-hidden className="text-good" />}>
        {t('accounts.profile.attention.none')}
      </StatusWord>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      {found.includes('marginCall') && (
        <Banner tone="bad" title={t('accounts.profile.attention.marginCall.title')}>
          {t('accounts.profile.attention.marginCall.text', {
            level: formatShare(summary.marginLevel ?? '0', tag, 0),
            closeOut: formatMarginLevel(summary.closeOutLevel, tag),
          })}
        </Banner>
      )}
      {found.includes('empty') && (
        <Banner
          title={t('accounts.profile.attention.empty.title')}
          action={
            <a href={balancePath('deposit')} className={buttonClass('secondary', 's')}>
              {t('funding.tab.deposit')}
            </a>
          }
        >
          {t('accounts.profile.attention.empty.text')}
        </Banner>
      )}
    </div>
  )
}
