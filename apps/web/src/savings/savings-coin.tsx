import type { Savings } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal, signOf } from '@candor/ui/figures/format-decimal.ts'
import { formatDay } from '@candor/ui/figures/format-moment.ts'
import { Card, Detail, DetailList } from '@candor/ui/surface.tsx'
import { useServerNow } from '../live/server-time.ts'
import { momentText } from '../markets/ages.ts'
import { useWords } from '../session/language/language.ts'
import { useFrozen } from '../session/use-frozen.ts'
import type { SavingsAct } from './savings-form.ts'
import { dailyText, yearlyText } from './yield-text.ts'

interface CoinProps {
  readonly savings: Savings
  /** Only the real account has savings. */
  readonly mayAct: boolean
  readonly onAct: (act: SavingsAct) => void
}

/** One coin: the rate a day and a year, the holding, the interest of the current day, the reservation. */
export function SavingsCoin({ savings, mayAct, onAct }: CoinProps) {
  const { t, tag } = useWords()
  const frozen = useFrozen()
  const { coin } = savings
  const holds = signOf(savings.held) > 0
  return (
    <Card className="flex flex-col gap-3">
      <header className="flex items-start justify-between gap-4">
        <div>
          <h3 className="font-semibold text-16 text-ink">{coin}</h3>
          <p className="mt-0.5 text-14 text-ink-2">
            {t('savings.min')} <Money amount={savings.minAmount} asset={coin} min={0} />
          </p>
        </div>
        <p className="text-end">
          <span className="block font-semibold text-20 text-ink">
            <Rate text={dailyText(savings.dailyRate, tag)} />{' '}
            <span className="text-12">{t('savings.aDay')}</span>
          </span>
          <span className="block text-12 text-ink-2">
            <Rate text={yearlyText(savings.yearlyRate, tag)} /> {t('savings.aYear')}
          </span>
        </p>
      </header>
      <Notes savings={savings} />
      <DetailList>
        <Detail name={t('savings.held')} strong>
          <Money amount={savings.held} asset={coin} />
        </Detail>
        {holds && <Running savings={savings} />}
        <Detail name={t('savings.paid')}>
          <Money amount={savings.paid} asset={coin} />
        </Detail>
        {savings.taking && savings.room !== null && (
          <Detail name={t('savings.room')}>
            {/* Shown with all its digits: rounded, it could promise more than is covered. */}
            <Money amount={savings.room} asset={coin} />
          </Detail>
        )}
      </DetailList>
      <p className="text-12 text-ink-3">{t('savings.yearly.note')}</p>
      {mayAct && (
        <div className="flex flex-wrap gap-2 max-md:[&>*]:flex-1">
          <Button
            disabled={!takesNew(savings) || frozen !== null}
            title={frozen === null ? undefined : t('trust.frozen.shut')}
            onClick={() => onAct('enter')}
          >
            {t('savings.enter.open', { coin })}
          </Button>
          <Button variant="secondary" disabled={!holds} onClick={() => onAct('exit')}>
            {t('savings.exit.open', { coin })}
          </Button>
        </div>
      )}
    </Card>
  )
}

const covers = ({ room: headroom }: Savings) => headroom === null || signOf(headroom) > 0
const takesNew = (savings: Savings) => savings.taking && covers(savings)

const Rate = ({ text }: { readonly text: string }) => (
  <bdi dir="ltr" className="figures">
    {text}
  </bdi>
)

/** Exceptions: no new money, an announced rate, a day the reserve did not cover. */
function Notes({ savings }: { readonly savings: Savings }) {
  const { t, tag } = useWords()
  const { next, lastDay } = savings
  const date = (iso: string) => formatDay(iso, tag, 'UTC')
  const notes = [
    !savings.taking && t('savings.closed'),
    savings.taking && !covers(savings) && t('savings.full'),
    next !== null && t('savings.next', { date: date(next.from), rate: dailyText(next.dailyRate, tag) }),
    lastDay !== null && signOf(lastDay.paid) === 0 && t('savings.unpaid', { date: date(lastDay.date) }),
  ].filter((one) => one !== false)
  if (notes.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {notes.map((note) => (
        <li key={note} className="text-14 text-warn">
          {note}
        </li>
      ))}
    </ul>
  )
}

function Running({ savings }: { readonly savings: Savings }) {
  const { t, tag } = useWords()
  const now = useServerNow(60_000)
  const { coin } = savings
  return (
    <>
      <Detail name={t('savings.today')}>
        <Money amount={savings.dayInterest} asset={coin} />
        <span className="block text-12 text-ink-3">
          {t('savings.today.for', {
            amount: `${formatDecimal(savings.earning, tag, { min: 2 })} ${coin}`,
            at: momentText(savings.nextPayAt, tag, now),
          })}
        </span>
      </Detail>
      <Detail name={t('savings.reserved')}>
        <Money amount={savings.reserved} asset={coin} />
        <span className="block text-12 text-ink-3">
          {t('savings.reserved.days', { days: savings.reservedDays })}
        </span>
      </Detail>
    </>
  )
}
