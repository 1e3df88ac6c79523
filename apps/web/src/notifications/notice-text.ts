import type { Notice } from '@candor/contract'
import { formatDecimal, formatShare } from '@candor/ui/format-decimal.ts'
import type { Words } from '../session/shown-language.ts'

/** A notice in the reader's words. */
export function noticeText({ kind, code, facts }: Notice, { t, tag }: Words): string {
  const number = (name: string) => formatDecimal(facts[name] ?? '0', tag)
  const usdt = (name: string) =>
    `${formatDecimal(facts[name] ?? '0', tag, { min: 2, max: 2, signed: true })} USDT`
  const side = facts.direction === undefined ? '' : (t.maybe(`orders.direction.${facts.direction}`) ?? '')
  const what = [code ?? '', side, number('lots')].filter((part) => part !== '').join(' · ')
  const reason = t.maybe(`orders.reason.${facts.reason}`) ?? t.maybe(`markets.halt.${facts.reason}`) ?? ''
  return t(`notifications.notice.${kind}`, {
    code: code ?? '',
    what,
    reason,
    level: formatShare(facts.marginLevel ?? '0', tag, 0),
    price: number('price'),
    profit: usdt('profit'),
    cash: usdt('cash'),
    amount: usdt('amount'),
    perUnit: number('perUnit'),
    ratio: facts.ratio ?? '',
    from: facts.from ?? '',
    to: facts.to ?? '',
    orders: Number(facts.orders ?? 0),
  })
}

/** Where a notice leads: to its order, else to its market; null: nowhere. */
export function noticeLink({
  orderId,
  code,
  kind,
}: Pick<Notice, 'orderId' | 'code' | 'kind'>): string | null {
  if (orderId !== null) return `/profile/orders/${orderId}`
  if (code !== null) return `/market?code=${encodeURIComponent(code)}`
  return kind === 'marginCall' ? '/profile' : null
}
