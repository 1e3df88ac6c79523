import type { SmartProductItem } from '@candor/contract'
import { usdt } from '@candor/money'
import { classNames } from '@candor/ui/class-names.ts'
import { Skeleton } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { HandCoins, ShieldQuestion, Vault } from 'lucide-react'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'

/** Amount left in the reserve for new plans: one reserve backs every product. */
const reserveOf = (products: readonly SmartProductItem[]): string | null =>
  products.reduce<string | null>(
    (most, { reserveLeft }) =>
      most !== null && usdt(most).compare(usdt(reserveLeft)) >= 0 ? most : reserveLeft,
    null,
  )

/** Source of the payouts and their risks; shown wherever a yield is shown (trust T3). */
export function PlanTruths({
  products,
  className,
}: {
  readonly products: readonly SmartProductItem[] | undefined
  readonly className?: string
}) {
  const t = useT()
  const left = products === undefined ? undefined : reserveOf(products)
  return (
    <section
      aria-label={t('smart.truth.title')}
      className={classNames(
        'grid divide-hairline rounded-m border border-hairline bg-surface max-md:divide-y md:grid-cols-3 md:divide-x',
        className,
      )}
    >
      <Truth icon={<HandCoins aria-hidden />} name={t('smart.truth.payer.name')}>
        {t('smart.truth.payer')}
      </Truth>
      <Truth icon={<Vault aria-hidden />} name={t('smart.truth.reserve.name')}>
        {left === undefined ? (
          <Skeleton className="mb-1 h-6 w-36" />
        ) : (
          left !== null && (
            <p className="mb-0.5">
              <Money amount={left} asset="USDT" max={2} className="font-semibold text-20 text-ink" />
            </p>
          )
        )}
        {t('smart.truth.reserve')}
      </Truth>
      <Truth icon={<ShieldQuestion aria-hidden />} name={t('smart.truth.risk.name')}>
        {t('smart.truth.risk')}
      </Truth>
    </section>
  )
}

function Truth({
  icon,
  name,
  children,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-1 p-4 md:p-5">
      <h2 className="flex items-center gap-2 font-semibold text-14 text-ink [&>svg]:size-4 [&>svg]:text-ink-3">
        {icon}
        {name}
      </h2>
      <div className="text-14 text-ink-2">{children}</div>
    </div>
  )
}
