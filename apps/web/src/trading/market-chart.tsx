import type { ContractOrder, MarketItem, PriceAlert } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import { Suspense, useMemo, useState } from 'react'
import { type ChartFrame, ChartPanel } from '../markets/chart/chart-panel.tsx'
import type { OrderLevel } from '../markets/chart/levels/order-level.ts'
import { useStandingOrders } from '../markets/chart/standing-orders.ts'
import { useOrderLevels } from '../markets/chart/use-order-levels.ts'
import type { Deed } from '../orders/dialogs/deeds.ts'
import type { EditForm } from '../orders/dialogs/edit-form.ts'
import { DeedDialog, EditDialog } from '../orders/dialogs/later-dialogs.tsx'
import { withTexts } from '../session/language/shown-language.ts'
import { useSession } from '../session/session-store.ts'
import { laterPart } from '../shell/later-part.ts'
import { ChartLevel, type LineAction } from './chart-level.tsx'
import { orderAtPrice } from './order-at-price.ts'
import { type PressedPrice, PriceMenu } from './price-menu.tsx'
import { useChartAlerts } from './use-chart-alerts.ts'

/** The price that was pressed, and what is done there. */
interface Press extends PressedPrice {
  readonly step: 'menu' | 'alert'
}

const AlertDialog = laterPart(withTexts(() => import('../notifications/alert-dialog.tsx')))

interface Wish {
  readonly orderId: string
  readonly deed: Deed
  readonly wished: Partial<EditForm>
}

/**
 * A market's chart with the customer's orders on it. Dragging a line, and each action of it, opens the dialog that the list of orders opens;
 * nothing is sent before it is confirmed there.
 */
export function MarketChart({
  market,
  narrow = false,
  frame,
  className,
}: {
  readonly market: MarketItem
  readonly narrow?: boolean
  readonly frame?: ChartFrame
  readonly className?: string
}) {
  const ofOrders = useOrderLevels(market.code)
  const alerts = useChartAlerts(market)
  const levels = useMemo(() => [...ofOrders, ...alerts.levels], [ofOrders, alerts.levels])
  const orders = useStandingOrders()
  const { isLogin } = useSession()
  const [press, setPress] = useState<Press | null>(null)
  const [wish, setWish] = useState<Wish | null>(null)
  const orderOf = (id: string | undefined) => orders.find((one) => one.id === id)
  const edit = ({ orderId, kind }: OrderLevel, price: string) =>
    setWish({ orderId, deed: 'edit', wished: { [fieldOf(kind)]: price } })
  const act = (action: LineAction, level: OrderLevel) => {
    if (level.kind === 'alert') alerts.remove(level.orderId)
    else if (action === 'removeLevel') edit(level, '')
    else setWish({ orderId: level.orderId, deed: action, wished: {} })
  }
  return (
    <>
      <ChartPanel
        code={market.code}
        digits={market.digits}
        source={market.source}
        halted={market.halted}
        levels={levels}
        narrow={narrow}
        onMoved={(level, price) => edit(level, onDigits(price, market.digits))}
        renderLevel={(level) => {
          const order = orderOf(level.orderId)
          if (order === undefined && level.kind !== 'alert') return null
          return <ChartLevel level={level} order={order} narrow={narrow} onAction={act} />
        }}
        {...(isLogin && {
          onPrice: (price, at) => setPress({ price: onDigits(price, market.digits), at, step: 'menu' }),
        })}
        frame={frame}
        {...(className === undefined ? {} : { className })}
      />
      <WishDialog wish={wish} order={orderOf(wish?.orderId)} onClose={() => setWish(null)} />
      <PressedPart {...{ market, press, narrow }} alerts={alerts.all} onPress={setPress} />
    </>
  )
}

interface PressedProps {
  readonly market: MarketItem
  readonly press: Press | null
  readonly narrow: boolean
  readonly alerts: readonly PriceAlert[]
  readonly onPress: (press: Press | null) => void
}

/** The menu of a pressed price, then what was chosen in it. */
function PressedPart({ market, press, narrow, alerts, onPress }: PressedProps) {
  if (press === null) return null
  const close = () => onPress(null)
  if (press.step === 'alert')
    return (
      <Suspense fallback={null}>
        <AlertDialog market={market} price={press.price} alerts={alerts} onClose={close} />
      </Suspense>
    )
  return (
    <PriceMenu
      market={market}
      pressed={press}
      narrow={narrow}
      onAlert={() => onPress({ ...press, step: 'alert' })}
      onOrder={(wish) => {
        close()
        orderAtPrice(wish)
      }}
      onClose={close}
    />
  )
}

const fieldOf = (kind: OrderLevel['kind']) => (kind === 'entry' || kind === 'open' ? 'price' : kind)

function WishDialog({
  wish,
  order,
  onClose,
}: {
  readonly wish: Wish | null
  readonly order: ContractOrder | undefined
  readonly onClose: () => void
}) {
  if (wish === null || order === undefined) return null
  if (wish.deed === 'edit') return <EditDialog order={order} wished={wish.wished} onClose={onClose} />
  return <DeedDialog chosen={{ deed: wish.deed, order }} onClose={onClose} />
}

/** The price at which a drag ended, with the market's digits. */
const onDigits = (price: number, digits: number): string =>
  writePrice(
    (BigInt(Math.round(Math.max(0, price) * 10 ** digits)) * 10n ** BigInt(10 - digits)) as Price,
    digits,
  )
