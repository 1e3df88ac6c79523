import { savingsCoverDays } from '@candor/rules'
import { CalendarClock, HandCoins, ShieldQuestion, TrendingDown } from 'lucide-react'
import { useT } from '../session/language/language.ts'

const icons = {
  when: <CalendarClock aria-hidden />,
  payer: <HandCoins aria-hidden />,
  rate: <TrendingDown aria-hidden />,
  risk: <ShieldQuestion aria-hidden />,
} as const
const rules = ['when', 'payer', 'rate', 'risk'] as const

/** Rules of savings: when a day counts, the payer, how long a rate holds, the risks. Shown wherever the rate is shown (trust T3). */
export function SavingsRules() {
  const t = useT()
  return (
    <div className="grid rounded-m border border-hairline bg-surface max-md:divide-y max-md:divide-hairline md:grid-cols-2">
      {rules.map((rule) => (
        <div key={rule} className="flex flex-col gap-1 p-4 md:p-5">
          <h3 className="flex items-center gap-2 font-semibold text-14 text-ink [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
            {icons[rule]}
            {t(`savings.rule.${rule}.name`)}
          </h3>
          <p className="text-14 text-ink-2">{t(`savings.rule.${rule}`, { days: savingsCoverDays })}</p>
        </div>
      ))}
    </div>
  )
}
