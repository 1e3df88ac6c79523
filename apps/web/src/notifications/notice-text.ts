import type { Notice } from '@candor/contract'
import {
  formatDecimal,
  formatMarginLevel,
  formatPrice,
  formatShare,
} from '@candor/ui/figures/format-decimal.ts'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import type { Words } from '../session/language/shown-language.ts'

/** Formats a notice in the reader's language, prices with the digits of its market where they are known. */
export function noticeText(
  { kind, code, facts: details }: Notice,
  { t, tag }: Words,
  digits: number | undefined,
): string {
  const detail = (name: string, otherwise = '') => details[name] ?? otherwise
  const number = (name: string) => formatDecimal(detail(name, '0'), tag)
  // Kept together and in order within right-to-left text.
  const usdt = (name: string) =>
    `\u2066${formatDecimal(detail(name, '0'), tag, { min: 2, max: 2, signed: true })} USDT\u2069`
  const side = details.direction === undefined ? '' : (t.maybe(`orders.direction.${details.direction}`) ?? '')
  const what = [code ?? '', side, number('lots')].filter((part) => part !== '').join(' · ')
  const plain = (name: string) =>
    `\u2066${formatDecimal(detail(name, '0'), tag, { min: 2, max: 2 })} USDT\u2069`
  const reason = reasonText(details.reason, t)
  return t(`notifications.notice.${kind}`, {
    code: code ?? '',
    what,
    reason,
    level: formatShare(detail('marginLevel', '0'), tag, 0),
    // Notices of earlier versions do not state it: it was the same for everyone.
    closeOut: formatMarginLevel(detail('closeOut', '0.5'), tag),
    price: formatPrice(detail('price', '0'), digits, tag),
    profit: usdt('profit'),
    cash: usdt('cash'),
    paid: /[1-9]/.test(detail('cash')) ? 'yes' : 'no',
    amount: kind === 'dividend' ? usdt('amount') : plain('amount'),
    owed: plain('owed'),
    due: details.due === undefined ? '' : formatDay(details.due, tag),
    hold: details.due === undefined ? 'no' : 'yes',
    perUnit: number('perUnit'),
    ratio: detail('ratio'),
    cause: detail('cause'),
    from: kind === 'tariff' && details.from !== undefined ? formatMinute(details.from, tag) : detail('from'),
    about: detail('about'),
    names: detail('names'),
    to: detail('to'),
    orders: Number(detail('orders', '0')),
    friends: Number(detail('friends', '0')),
    name: `\u2068${detail('name')}\u2069`,
    title: detail('title'),
    claim: detail('claim', 'no'),
  })
}

const reasonText = (reason: string | undefined, t: Words['t']): string =>
  [`orders.reason.${reason}`, `markets.halt.${reason}`, reason ?? '']
    .map((key) => t.maybe(key))
    .find(Boolean) ?? ''

/** Path of a notice: to its loan, artwork or order, else to its market; null: none. */
export function noticeLink(notice: Notice): string | null {
  const { deposit } = notice.facts
  return deposit === undefined ? linkByKind(notice) : `/profile/balance?tab=deposits&id=${deposit}`
}

function linkByKind({ orderId, code, kind, facts: details }: Notice): string | null {
  if (kind === 'tariff') return '/help/fees'
  if (details.loan !== undefined) return `/loan/${details.loan}`
  if (kind === 'inviteJoined' || kind === 'inviteCommission') return '/profile/invite'
  if (kind === 'supportAnswered' || kind === 'accountFrozen') return '/help/support'
  if (details.artwork !== undefined) return `/nfts/works/${details.artwork}`
  if (orderId !== null) return `/profile/orders/${orderId}`
  if (code !== null) return `/market?code=${encodeURIComponent(code)}`
  return kind === 'marginCall' ? '/profile' : null
}
