import { useWords } from '../session/language/language.ts'
import { MidPrice, OptionDirectionWord, StandingWord, TimeBar, TimeLeft, usdtText } from './option-cells.tsx'
import { optionPath } from './option-paths.ts'
import { useRunning } from './use-options.ts'

/** Running options on this market: direction, stake, opening price, time left. Nothing while there are none. */
export function RunningOptions({ code, digits }: { readonly code: string; readonly digits: number }) {
  const { t, tag } = useWords()
  const options = useRunning(code)
  if (options.length === 0) return null
  return (
    <section aria-label={t('options.run.title')} className="border-hairline border-t pt-2.5">
      <h2 className="font-medium text-12 text-ink-2">{t('options.run.title')}</h2>
      <ul className="mt-1 divide-y divide-hairline">
        {options.map((option) => (
          <li key={option.id}>
            <a
              href={optionPath(option.id)}
              className="flex flex-col gap-1 py-2 text-12 text-ink no-underline hover:bg-sunken/60"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span className="inline-flex items-baseline gap-2">
                  <OptionDirectionWord direction={option.direction} />
                  <span className="figures">{usdtText(option.amount, tag)} USDT</span>
                </span>
                <TimeLeft option={option} />
              </span>
              <TimeBar option={option} />
              <span className="flex items-baseline justify-between gap-3 text-ink-2">
                <MidPrice price={option.openPrice} digits={digits} />
                <StandingWord option={option} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
