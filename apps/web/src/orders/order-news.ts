import type { AccountMessage, ContractOrder } from '@candor/contract'
import { formatDecimal, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { type ToastTone, toast } from '@candor/ui/overlays/toast.tsx'
import { loadDigits } from '../markets/prices/market-digits.ts'
import { type Words, wantTexts, wordsNow } from '../session/language/shown-language.ts'

/** An opening reported later than this is an edit of an order that is long open, not news. */
const newsMs = 3_000

export type OrderNews = 'opened' | 'closed' | 'expired'

/** Classifies an automatic change of a contract; null for the owner's own actions and for anything else. */
export function newsOf(message: Pick<AccountMessage, 'type' | 'at' | 'data'>): OrderNews | null {
  const order = message.data as Partial<ContractOrder> | null
  if (message.type !== 'order' || (order?.type !== 'contracts' && order?.type !== 'futures')) return null
  if (order.status === 'expired') return 'expired'
  if (order.status === 'closed') return order.closeReason === 'user' ? null : 'closed'
  if (order.status !== 'open' || order.kind === 'market' || order.openedAt == null) return null
  return Math.abs(message.at - Date.parse(order.openedAt)) < newsMs ? 'opened' : null
}

/** Shows a passing message; the list and the receipt keep the record. */
export async function tellOrderNews(message: AccountMessage): Promise<void> {
  const news = newsOf(message)
  if (news === null) return
  await wantTexts('rest')
  const words = wordsNow()
  const order = message.data as ContractOrder
  const digits = await loadDigits(order.code)
  if (words !== null) toast(newsText(news, order, words, digits), toneOf(order))
}

const toneOf = (data: unknown): ToastTone =>
  Number((data as ContractOrder).profit ?? 0) < 0 ? 'neutral' : 'good'

function newsText(
  news: OrderNews,
  order: ContractOrder,
  { t, tag }: Words,
  digits: number | undefined,
): string {
  const what = `\u2068${order.code}\u2069 · \u2068${formatDecimal(order.lots, tag)}\u2069`
  const price = formatPrice(order.closePrice ?? order.openPrice, digits, tag)
  const profit = `${formatDecimal(order.profit ?? '0', tag, { min: 2, max: 2, signed: true })} USDT`
  const reason = order.closeReason === null ? '' : t(`orders.reason.${order.closeReason}`)
  return t(`orders.news.${news}`, { what, price, profit, reason })
}
