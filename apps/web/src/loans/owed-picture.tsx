import { useWords } from '../session/language/language.ts'
import type { LoanFigures } from './loan-form.ts'

const width = 320
const height = 72

/** Chart of the amount that repays the whole loan, day by day: flat while it is free, then a straight line up. */
export function OwedPicture({ figures }: { readonly figures: LoanFigures }) {
  const { t, tag } = useWords()
  const { owed, days } = figures
  const least = owed[0] ?? 0
  const most = owed.at(-1) ?? least
  const span = most === least ? 1 : most - least
  const points = owed.map((value, at) => {
    const x = (at / Math.max(1, owed.length - 1)) * width
    const y = height - 4 - ((value - least) / span) * (height - 8)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  const money = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (
    <figure className="mt-3">
      <figcaption className="text-12 text-ink-3">{t('loans.picture.label')}</figcaption>
      <svg
        aria-hidden
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="mt-1 h-18 w-full text-accent"
      >
        <polygon
          points={`0,${height} ${points.join(' ')} ${width},${height}`}
          fill="currentColor"
          fillOpacity="0.1"
        />
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div dir="ltr" className="figures mt-1 flex justify-between text-12 text-ink-2">
        <span>1 · {money.format(least / 1e6)}</span>
        <span>
          {days} · {money.format(most / 1e6)} USDT
        </span>
      </div>
    </figure>
  )
}
