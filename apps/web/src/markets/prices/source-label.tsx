import type { MarketSource } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { useT } from '../../session/language/language.ts'

const tones: Readonly<Record<MarketSource, string>> = {
  live: 'border-hairline text-good',
  delayed: 'border-hairline text-warn',
  replay: 'border-hairline text-warn',
  simulated: 'border-hairline text-warn',
}

/** Source of a price, always shown with it (trust T4). Nothing before the first price. */
export function SourceLabel({
  source,
  className,
}: {
  readonly source: MarketSource | null
  readonly className?: string
}) {
  const t = useT()
  if (source === null) return null
  return (
    <abbr
      title={t(`markets.source.${source}.meaning`)}
      className={classNames(
        'inline-flex h-5 items-center rounded-s border bg-surface px-1.5 font-medium text-12 no-underline whitespace-nowrap',
        tones[source],
        className,
      )}
    >
      {t(`markets.source.${source}`)}
    </abbr>
  )
}

/** The same in a dense list: plain text, abbreviated before the market's name. */
export function SourceWord({
  source,
  short,
}: {
  readonly source: MarketSource | null
  readonly short: boolean
}) {
  const t = useT()
  if (source === null || source === 'live') return null
  return (
    <abbr title={t(`markets.source.${source}.meaning`)} className="text-warn no-underline">
      {t(short ? `markets.source.${source}.short` : `markets.source.${source}`)}
    </abbr>
  )
}
