import type { PriceAlert } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { IconButton } from '@candor/ui/controls/button.tsx'
import { formatLevel, formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDownToLine, ArrowUpToLine, Trash2 } from 'lucide-react'
import { momentText } from '../markets/ages.ts'
import { useDigits } from '../markets/prices/market-digits.ts'
import { SourceLabel } from '../markets/prices/source-label.tsx'
import { failureText } from '../session/calls/failure.ts'
import { useApiMutation } from '../session/calls/use-call.ts'
import { useWords } from '../session/language/language.ts'

/** Alerts line by line: the market, the level, and for those that fired when and at what price. */
export function AlertList({
  alerts,
  className,
}: {
  readonly alerts: readonly PriceAlert[]
  readonly className?: string
}) {
  return (
    <ul className={classNames('divide-y divide-hairline', className)}>
      {alerts.map((alert) => (
        <AlertLine key={alert.id} alert={alert} />
      ))}
    </ul>
  )
}

function AlertLine({ alert }: { readonly alert: PriceAlert }) {
  const { t, tag } = useWords()
  const digits = useDigits(alert.code)
  const queries = useQueryClient()
  const remove = useApiMutation('removeAlert')
  const Icon = alert.side === 'above' ? ArrowUpToLine : ArrowDownToLine
  const away = () =>
    remove.mutate(
      { id: alert.id },
      {
        onSettled: () => void queries.invalidateQueries({ queryKey: ['listAlert'] }),
        onError: (error) => toast(failureText(t, error), 'bad'),
      },
    )
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon aria-hidden className="size-4.5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-14 text-ink">
          <a
            href={`#/market?code=${encodeURIComponent(alert.code)}`}
            className="font-medium text-ink no-underline hover:underline"
          >
            <bdi>{alert.code}</bdi>
          </a>
          <span>
            {t(`notifications.alert.${alert.side}`, { price: formatLevel(alert.price, digits, tag) })}
          </span>
        </p>
        {alert.firedAt !== null && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
            {t('notifications.alert.fired', {
              price: formatPrice(alert.firedPrice, digits, tag),
              time: momentText(alert.firedAt, tag, Date.now()),
            })}
            {alert.source !== null && <SourceLabel source={alert.source} />}
          </p>
        )}
      </div>
      <IconButton
        label={t('notifications.alert.remove', { code: alert.code })}
        disabled={remove.isPending}
        onClick={away}
      >
        <Trash2 aria-hidden className="size-4" />
      </IconButton>
    </li>
  )
}
