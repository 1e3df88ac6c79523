import type { MarketSource } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { useT } from '../../session/language/language.ts'
import { SourceMark } from '../prices/source-label.tsx'

/** States once what the marks of a list mean: one line where all its prices have the same source. */
export function SourceLegend({
  sources,
  className,
}: {
  readonly sources: readonly (MarketSource | null)[]
  readonly className?: string
}) {
  const t = useT()
  const priced = new Set(sources.filter((source) => source !== null))
  const marked = [...priced].filter((source) => source !== 'live')
  if (marked.length === 0) return null
  return (
    <ul className={classNames('flex flex-wrap gap-x-3 gap-y-1 text-12 text-ink-2', className)}>
      {marked.map((source) => (
        <li key={source} className="flex items-center gap-1.5">
          <SourceMark source={source} />
          <span aria-hidden={priced.size > 1}>
            {t(priced.size === 1 ? `markets.source.${source}.meaning` : `markets.source.${source}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
