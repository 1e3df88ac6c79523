import type { MarketInfo } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Price } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import type { ReactNode } from 'react'
import { useWords } from '../session/language/language.ts'
import { shareText } from './changed-terms.ts'
import { ClosedDays, WeeklyHours } from './market-hours.tsx'
import { baseOf } from './market-of.ts'
import { SourceLabel } from './prices/source-label.tsx'

/** All rules of a market in readable form (getMarketInfo). */
export function MarketRules({ info }: { readonly info: MarketInfo }) {
  const { t, tag } = useWords()
  const number = (text: string) => (
    <bdi dir="ltr" className="figures">
      {formatDecimal(text, tag)}
    </bdi>
  )
  const share = (text: string) => shareText(text, tag)
  const night = (text: string) =>
    Number(text) === 0
      ? t('markets.rule.swap.none')
      : t('markets.rule.swap.value', { rate: shareText(text, tag, true) })
  const rules: readonly (readonly [name: string, value: ReactNode])[] = [
    [t('markets.rule.class'), t(`markets.tab.${info.type as 1 | 2 | 3 | 4}`)],
    [t('markets.rule.lotSize'), lotSizeText(t, info, formatDecimal(info.lotSize, tag))],
    [
      t('markets.rule.lots'),
      t('markets.rule.lots.value', {
        min: formatDecimal(info.lotMin, tag),
        max: formatDecimal(info.lotMax, tag),
        step: formatDecimal(info.lotStep, tag),
      }),
    ],
    [t('markets.rule.tick'), number(info.tickSize)],
    [t('markets.rule.pip'), number(info.pipSize)],
    [t('markets.rule.currency'), info.quoteCurrency],
    [t('markets.rule.leverage'), t('markets.rule.leverage.value', { max: info.leverageMax })],
    [
      t('markets.rule.commission'),
      Number(info.commissionRate) === 0 ? t('markets.rule.commission.none') : share(info.commissionRate),
    ],
    [t('markets.rule.spread'), <Price key="spread" price={info.spread} digits={info.digits} />],
    [t('markets.rule.spreadAdded'), number(info.spreadAdded)],
    [t('markets.rule.swapLong'), night(info.swapLong)],
    [t('markets.rule.swapShort'), night(info.swapShort)],
    [t('markets.rule.closeOut'), t('markets.rule.closeOut.value', { share: share(info.marginCloseOut) })],
    [t('markets.rule.hours'), <WeeklyHours key="hours" hours={info.hours} />],
    ...closedDayRules(info, t),
    ...contractRules(info, t, tag),
    [t('markets.rule.source'), <SourceLabel key="source" source={info.source} />],
  ]
  return (
    <DetailList>
      {rules.map(([name, value]) => (
        <Detail key={name} name={name}>
          {value}
        </Detail>
      ))}
    </DetailList>
  )
}

/** Closed days of the next months; no row where there are none. */
function closedDayRules({ hours }: MarketInfo, t: Translate): (readonly [string, ReactNode])[] {
  if (hours.closedDays.length === 0) return []
  return [[t('markets.rule.closedDays'), <ClosedDays key="closed" days={hours.closedDays} />]]
}

/** A futures market's current contract, and the time at which open positions continue in the next one. */
function contractRules(
  { contract }: MarketInfo,
  t: Translate,
  tag: string,
): (readonly [string, ReactNode])[] {
  if (contract === null) return []
  const { month, next, rollsAt, expiresAt, goesOn } = contract
  return [
    [t('markets.rule.contract'), <bdi key="contract">{month}</bdi>],
    [
      t('markets.rule.roll'),
      <span key="roll" className="flex flex-col items-end gap-0.5">
        {formatMinute(rollsAt, tag)}
        <span className="text-12 text-ink-3">
          {goesOn ? t('markets.rule.roll.about', { next }) : t('markets.rule.roll.ends')}
        </span>
      </span>,
    ],
    [t('markets.rule.expiry'), formatMinute(expiresAt, tag)],
  ]
}

/** A number of units of the base; a futures contract has no base, so its size is a multiple of the price. */
function lotSizeText(t: Translate, info: MarketInfo, size: string): string {
  const unit = baseOf(info)
  return info.type === 4
    ? t('markets.rule.lotSize.contract', { size })
    : t('markets.rule.lotSize.value', { size, unit })
}
