import type { Order } from '@candor/contract'
import { writePrice } from '@candor/money'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money, MoneyChange, Price } from '@candor/ui/figures.tsx'
import { formatDecimal } from '@candor/ui/format-decimal.ts'
import { Fact, Facts } from '@candor/ui/surface.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { useWords } from '../session/language.ts'
import { useMoneyAct } from '../session/use-call.ts'
import { ActFailure } from './act-failure.tsx'
import { digitsFor } from './ticket-cost-list.tsx'
import { mayTrade, TradingPause } from './trading-pause.tsx'
import { usePosition } from './use-position.ts'
import { volumeText } from './volume-text.ts'

/** Closing an order: what it would give at this moment, then the promise. */
export function CloseDialog({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { t, tag } = useWords()
  const { info, market, price, estimate } = usePosition(order)
  const close = useMoneyAct('closeContract')
  const what = market === null ? order.code : volumeText(t, tag, order.lots, { ...market, code: order.code })
  const money = (amount: string) => <Money amount={amount} asset="USDT" max={digitsFor(amount)} />
  const send = () =>
    close.mutate(
      { id: order.id },
      {
        onSuccess: (closed) => {
          toast(
            t('orders.close.done', {
              what,
              price: formatDecimal(closed.closePrice ?? '', tag),
              profit: `${formatDecimal(closed.profit ?? '0', tag, { min: 2, max: 2, signed: true })} USDT`,
            }),
            'good',
          )
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('orders.close.title', { what })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={close.isPending}>
            {t('orders.close.keep')}
          </Button>
          <Button
            busy={close.isPending}
            disabled={info === undefined || !mayTrade(info, price)}
            onClick={send}
          >
            {t('orders.close.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {order.mode === 'demo' && <p className="text-14 text-accent">{t('orders.review.demo')}</p>}
        <p className="font-medium text-14 text-ink">{t('orders.close.estimate')}</p>
        {estimate === null || market === null ? (
          <Banner tone="warn">{t('orders.close.noPrice')}</Banner>
        ) : (
          <Facts>
            <Fact name={t('orders.field.openPrice')}>
              <Price price={order.openPrice} digits={market.digits} />
            </Fact>
            <Fact name={t('orders.review.price')}>
              <Price price={writePrice(estimate.price)} digits={market.digits} />
            </Fact>
            <Fact name={t('orders.close.profit')}>
              <MoneyChange amount={estimate.profit} asset="USDT" max={digitsFor(estimate.profit)} />
            </Fact>
            <Fact name={t('orders.close.commission')}>{money(estimate.commission)}</Fact>
            <Fact name={t('orders.close.net')} strong>
              <MoneyChange amount={estimate.net} asset="USDT" max={digitsFor(estimate.net)} arrow={false} />
            </Fact>
          </Facts>
        )}
        <p className="text-12 text-ink-2">
          {t('orders.close.note', { margin: `${formatDecimal(order.margin, tag, { min: 2, max: 2 })} USDT` })}
        </p>
        {info !== undefined && <TradingPause info={info} price={price} />}
        {close.error !== null && <ActFailure failure={close.error} />}
      </div>
    </Dialog>
  )
}
