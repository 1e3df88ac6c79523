import type { MarketItem } from '@candor/contract'
import { type Price, writePrice } from '@candor/money'
import { useState } from 'react'
import { ChartPanel } from '../markets/chart/chart-panel.tsx'
import { useStandingOrders } from '../markets/chart/standing-orders.ts'
import { useOrderLevels } from '../markets/chart/use-order-levels.ts'
import { EditDialog } from '../orders/dialogs/edit-dialog.tsx'
import type { EditForm } from '../orders/dialogs/edit-form.ts'

interface Wish {
  readonly orderId: string
  readonly wished: Partial<EditForm>
}

/** A market's chart with the customer's orders on it. Dragging a line opens the dialog for the change and sends nothing itself. */
export function MarketChart({
  market,
  narrow = false,
  className,
}: {
  readonly market: MarketItem
  readonly narrow?: boolean
  readonly className?: string
}) {
  const levels = useOrderLevels(market.code)
  const orders = useStandingOrders()
  const [wish, setWish] = useState<Wish | null>(null)
  const order = wish === null ? undefined : orders.find(({ id }) => id === wish.orderId)
  return (
    <>
      <ChartPanel
        code={market.code}
        digits={market.digits}
        source={market.source}
        halted={market.halted}
        levels={levels}
        narrow={narrow}
        onMoved={({ orderId, kind }, price) => {
          const field = kind === 'entry' || kind === 'open' ? 'price' : kind
          setWish({ orderId, wished: { [field]: onDigits(price, market.digits) } })
        }}
        {...(className === undefined ? {} : { className })}
      />
      {wish !== null && order !== undefined && (
        <EditDialog order={order} wished={wish.wished} onClose={() => setWish(null)} />
      )}
    </>
  )
}

/** The price at which a drag ended, with the market's digits. */
const onDigits = (price: number, digits: number): string =>
  writePrice(
    (BigInt(Math.round(Math.max(0, price) * 10 ** digits)) * 10n ** BigInt(10 - digits)) as Price,
    digits,
  )
