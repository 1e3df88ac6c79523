import type { MarketItem } from '@candor/contract'
import { parsePrice } from '@candor/money'
import { formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { menuItemClass, PanelAt } from '@candor/ui/overlays/menu.tsx'
import { useLivePrice } from '../live/price-socket.ts'
import type { PressPlace } from '../markets/chart/levels/use-price-press.ts'
import { ordersAt, type WishedOrder } from '../orders/order-form/wished-order.ts'
import { useWords } from '../session/language/language.ts'

/** A price pressed on the chart. */
export interface PressedPrice {
  readonly price: string
  readonly at: PressPlace
}

interface MenuProps {
  readonly market: MarketItem
  readonly pressed: PressedPrice
  readonly narrow: boolean
  readonly onAlert: () => void
  readonly onOrder: (wish: WishedOrder) => void
  readonly onClose: () => void
}

/** Actions at a price of the chart: the two orders that can wait there, and an alert. At the pointer, on phones in a sheet. */
export function PriceMenu(props: MenuProps) {
  const { pressed, narrow, onClose } = props
  const { t, tag } = useWords()
  const price = formatPrice(pressed.price, props.market.digits, tag)
  const title = t('orders.atPrice.title', { price })
  const list = <Actions {...props} shown={price} />
  if (narrow)
    return (
      <Dialog open onClose={onClose} title={title}>
        {list}
      </Dialog>
    )
  return (
    <PanelAt at={pressed.at} label={title} onClose={onClose}>
      {list}
    </PanelAt>
  )
}

function Actions({ market, pressed, shown, onAlert, onOrder }: MenuProps & { readonly shown: string }) {
  const { t } = useWords()
  const { code } = market
  const { price } = pressed
  const act = (onPress: () => void, text: string) => (
    <li key={text}>
      <button type="button" className={menuItemClass} onClick={onPress}>
        {text}
      </button>
    </li>
  )
  return (
    <ul>
      {useOrdersAt(market, price).map(({ direction, kind }) =>
        act(
          () => onOrder({ code, direction, kind, price }),
          t('orders.atPrice.order', { direction, kind, price: shown }),
        ),
      )}
      {act(onAlert, t('orders.atPrice.alert', { price: shown }))}
    </ul>
  )
}

/** The orders that can wait at this price; none before the market has one of its own. */
function useOrdersAt(market: MarketItem, pressed: string) {
  const live = useLivePrice(market.code)
  const price = parsePrice(pressed)
  const buyPrice = parsePrice(live?.ask ?? market.ask ?? '')
  const sellPrice = parsePrice(live?.bid ?? market.bid ?? '')
  return price === null || buyPrice === null || sellPrice === null
    ? []
    : ordersAt(price, { buyPrice, sellPrice })
}
