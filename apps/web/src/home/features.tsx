import { classNames } from '@candor/ui/class-names.ts'
import { ArrowRight, ChartCandlestick, Gem, HandCoins, Leaf } from 'lucide-react'
import { useMarketList } from '../markets/list/use-market-list.ts'
import { useT } from '../session/language/language.ts'

const features = [
  { name: 'markets', href: '#/market', Icon: ChartCandlestick },
  { name: 'loan', href: '#/loan', Icon: HandCoins },
  { name: 'trading', href: '#/trading', Icon: Leaf },
  { name: 'nfts', href: '#/nfts', Icon: Gem },
] as const

/** The four things one can do here (specification §2, Home). */
export function Features({ sideways = false }: { readonly sideways?: boolean }) {
  const t = useT()
  const { markets } = useMarketList()
  return (
    <section aria-label={t('home.features.title')}>
      <ul
        className={classNames(
          sideways
            ? '-mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none]'
            : 'grid grid-cols-4 gap-4 max-lg:grid-cols-2',
        )}
      >
        {features.map(({ name, href, Icon }) => (
          <li key={name} className={classNames('flex', sideways && 'w-64 shrink-0 snap-start')}>
            <a
              href={href}
              className="group flex flex-1 flex-col rounded-m border border-hairline bg-surface p-5 text-ink no-underline transition-colors duration-150 hover:border-hairline-strong"
            >
              <Icon aria-hidden className="size-5 text-accent" strokeWidth={1.75} />
              <h2 className="mt-4 font-semibold text-16">{t(`home.features.${name}.title`)}</h2>
              <p className="mt-1 flex-1 text-14 text-ink-2">
                {t(`home.features.${name}.text`, { count: markets?.length ?? 0 })}
              </p>
              <span className="mt-4 inline-flex items-center gap-1 font-medium text-14 text-accent">
                {t(`home.features.${name}.action`)}
                <ArrowRight aria-hidden className="mirrored size-4" />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
