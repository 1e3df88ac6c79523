import type { MarketSource } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { FlaskConical, Info, RotateCw } from 'lucide-react'
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

const marks = { delayed: Info, replay: RotateCw, simulated: FlaskConical }

/** The same as a small mark in a list, whose rows have no space for the word; nothing for live prices. */
export function SourceMark({ source }: { readonly source: MarketSource | null }) {
  const t = useT()
  if (source === null || source === 'live') return null
  const Mark = marks[source]
  return (
    <span title={t(`markets.source.${source}.meaning`)} className="shrink-0 text-warn">
      <Mark role="img" aria-label={t(`markets.source.${source}`)} className="size-3" />
    </span>
  )
}
