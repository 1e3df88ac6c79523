import type { Market } from '@candor/rules'
import type { Translate } from '@candor/texts/translate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import type { OrderForm } from '../order-form/order-form.ts'
import { volumeText } from '../volume-text.ts'

/** Text of the button: "Buy 0.01 BTC", or with the price the order waits for. */
export function actionText(
  t: Translate,
  tag: string,
  form: Pick<OrderForm, 'direction' | 'kind' | 'lots' | 'price'>,
  market: Market,
): string {
  const { direction } = form
  const what = volumeText(t, tag, form.lots, market)
  if (form.kind === 'market') return t('orders.ticket.action', { direction, what })
  const price = form.price.trim() === '' ? '…' : formatDecimal(form.price.trim(), tag)
  return t('orders.ticket.action.at', { direction, what, price })
}
