import { type ChartColor, chartColors } from '@candor/rules/markets/saved-chart.ts'
import { classNames } from '@candor/ui/class-names.ts'
import { useT } from '../../session/language/language.ts'

/** The colours of drawings and indicators, one of them chosen. */
export function ColorChoice({
  label,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly chosen: ChartColor
  readonly onChoose: (color: ChartColor) => void
}) {
  const t = useT()
  return (
    <fieldset aria-label={label} className="flex flex-wrap">
      {chartColors.map((color) => (
        <button
          key={color}
          type="button"
          aria-label={t(`chart.color.${color}`)}
          title={t(`chart.color.${color}`)}
          aria-pressed={color === chosen}
          onClick={() => onChoose(color)}
          className="tap flex aspect-square items-center justify-center rounded-s"
        >
          <span
            className={classNames(
              'size-5 rounded-full',
              color === chosen && 'outline-2 outline-ink outline-offset-2',
            )}
            style={{ background: `var(--${color})` }}
          />
        </button>
      ))}
    </fieldset>
  )
}
