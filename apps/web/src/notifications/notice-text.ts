import type { Notice } from '@candor/contract'
import { formatDecimal, formatShare } from '@candor/ui/figures/format-decimal.ts'
import type { Words } from '../session/language/shown-language.ts'

/** Formats a notice in the reader's language. */
export function noticeText({ kind, code, facts }: Notice, { t, tag }: Words): string {
  const fact = (name: string, otherwise = '') => facts[name] ?? otherwise
  const number = (name: string) => formatDecimal(fact(name, '0'), tag)
  // Kept together and in order within right-to-left text.
  const usdt = (name: string) =>
    `\u2066${formatDecimal(fact(name, '0'), tag, { min: 2, max: 2, signed: true })} USDT\u2069`
  const side = facts.direction === undefined ? '' : (t.maybe(`orders.direction.${facts.direction}`) ?? '')
  const what = [code ?? '', side, number('lots')].filter((part) => part !== '').join(' · ')
  const plain = (name: string) =>
    `\u2066${formatDecimal(fact(name, '0'), tag, { min: 2, max: 2 })} USDT\u2069`
  const reason = reasonText(facts.reason, t)
  return t(`notifications.notice.${kind}`, {
    code: code ?? '',
    what,
    reason,
    level: formatShare(fact('marginLevel', '0'), tag, 0),
    price: number('price'),
    profit: usdt('profit'),
    cash: usdt('cash'),
    paid: /[1-9]/.test(fact('cash')) ? 'yes' : 'no',
    amount: kind === 'dividend' ? usdt('amount') : plain('amount'),
    owed: plain('owed'),
    due: dayText(facts.due, tag),
    hold: facts.due === undefined ? 'no' : 'yes',
    perUnit: number('perUnit'),
    ratio: fact('ratio'),
    from: kind === 'tariff' ? momentOf(facts.from, tag) : fact('from'),
    about: fact('about'),
    names: fact('names'),
    to: fact('to'),
    orders: Number(fact('orders', '0')),
    friends: Number(fact('friends', '0')),
    name: `\u2068${fact('name')}\u2069`,
    title: fact('title'),
    claim: fact('claim', 'no'),
  })
}

const reasonText = (reason: string | undefined, t: Words['t']): string =>
  [`orders.reason.${reason}`, `markets.halt.${reason}`, reason ?? '']
    .map((key) => t.maybe(key))
    .find(Boolean) ?? ''

const dayText = (iso: string | undefined, tag: string): string =>
  iso === undefined ? '' : new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(new Date(iso))

const momentOf = (iso: string | undefined, tag: string): string =>
  iso === undefined
    ? ''
    : new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))

/** Path of a notice: to its loan, artwork or order, else to its market; null: none. */
export function noticeLink(notice: Notice): string | null {
  const { deposit } = notice.facts
  return deposit === undefined ? linkByKind(notice) : `/profile/balance?tab=deposits&id=${deposit}`
}

function linkByKind({ orderId, code, kind, facts }: Notice): string | null {
  if (kind === 'tariff') return '/help/fees'
  if (facts.loan !== undefined) return `/loan/${facts.loan}`
  if (kind === 'inviteJoined' || kind === 'inviteCommission') return '/profile/invite'
  if (kind === 'supportAnswered' || kind === 'accountFrozen') return '/help/support'
  if (facts.artwork !== undefined) return `/nfts/works/${facts.artwork}`
  if (orderId !== null) return `/profile/orders/${orderId}`
  if (code !== null) return `/market?code=${encodeURIComponent(code)}`
  return kind === 'marginCall' ? '/profile' : null
}
