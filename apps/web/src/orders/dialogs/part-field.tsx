import type { ContractOrder } from '@candor/contract'
import { Amount, type Lots, parseLots, writeLots } from '@candor/money'
import type { Market } from '@candor/rules'
import { decidePart, shareOf } from '@candor/rules/orders/part.ts'
import { Field, NumberInput } from '@candor/ui/controls/field.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'
import { onGrid } from '../order-form/order-levels.ts'
import type { OrderProblem } from '../order-form/order-problems.ts'
import { stepLots } from '../order-form/order-volume.ts'
import { Chip } from '../ticket/ticket-fields.tsx'

/** Finds the problem of a part: not a number, or a volume the market does not permit for the part or the rest. */
export function partProblem(part: string, whole: string, market: Market): OrderProblem | null {
  const field = 'lots'
  const lots = parseLots(part.trim())
  const all = parseLots(whole)
  if (lots === null || all === null) return { field, reason: 'notANumber' }
  if (decidePart(lots, all, market).ok) return null
  if (lots > all) return { field, reason: 'above', limit: whole }
  if (lots % market.lotStep !== 0n) return { field, reason: 'step', limit: writeLots(market.lotStep) }
  const most = (all - market.lotMin) as Lots
  if (lots > most && most > 0n) return { field, reason: 'above', limit: writeLots(most) }
  return { field, reason: 'below', limit: writeLots(market.lotMin) }
}

/** Margin that closing a part releases, by the rule that divides it. */
export function marginOf(order: Pick<ContractOrder, 'lots' | 'margin'>, part: string): string {
  const whole = parseLots(order.lots)
  const lots = parseLots(part.trim())
  const margin = Amount.parse('USDT', order.margin)
  if (whole === null || lots === null || margin === null || lots >= whole) return order.margin
  const carried = { lots: whole, marginMinor: margin.minor, feeMinor: 0n, swapMinor: 0n, owedMinor: 0n }
  return new Amount('USDT', shareOf(carried, lots).marginMinor).toString()
}

/** A quarter, a half, three quarters and the whole, on the market's steps. */
function shares(whole: string, market: Market): string[] {
  const all = parseLots(whole) ?? (0n as Lots)
  const parts = [1n, 2n, 3n].map((quarters) => onGrid((all * quarters) / 4n, market.lotStep) as Lots)
  const fitting = parts.filter((part) => part > 0n && decidePart(part, all, market).ok)
  return [...new Set([...fitting, all])].map(writeLots)
}

/** Input for the part of an order to close. */
export function PartField({
  lots,
  whole,
  market,
  error,
  onLots,
}: {
  readonly lots: string
  readonly whole: string
  readonly market: Market
  readonly error: string | null
  readonly onLots: (lots: string) => void
}) {
  const { t, tag } = useWords()
  const presets = shares(whole, market)
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={t('orders.close.lots')} error={error}>
        {(control) => (
          <NumberInput
            {...control}
            value={lots}
            onValue={onLots}
            onStep={(by) => onLots(stepLots(lots, market, by))}
          />
        )}
      </Field>
      {presets.length > 1 && (
        <div className="flex gap-1.5" dir="ltr">
          {presets.map((one) => (
            <Chip key={one} on={one === lots} onPress={() => onLots(one)}>
              {formatDecimal(one, tag)}
            </Chip>
          ))}
        </div>
      )}
    </div>
  )
}
