import type { AccountWorth, WorthPart } from '@candor/contract'
import type { Translate } from '@candor/texts/translate.ts'
import { Banner } from '@candor/ui/feedback.tsx'
import { Money } from '@candor/ui/figures/figures.tsx'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { Detail, DetailList } from '@candor/ui/surface.tsx'
import { useWords } from '../../session/language/language.ts'

/** Every part of the worth with all its digits, so that they add up, and their sum. */
export function WorthParts({ worth: { at, parts, unpriced, worth } }: { readonly worth: AccountWorth }) {
  const { t } = useWords()
  return (
    <>
      <DetailList>
        {parts.map((part) => (
          <Detail key={`${part.kind} ${part.asset}`} name={<PartName part={part} at={at} />}>
            {part.worth === null ? '—' : <Money amount={part.worth} asset="USDT" />}
          </Detail>
        ))}
        <Detail name={t('accounts.worth.title')} strong>
          <Money amount={worth} asset="USDT" />
        </Detail>
      </DetailList>
      {unpriced.length > 0 && (
        <Banner
          className="mt-3"
          title={t('accounts.worth.unpriced', {
            coins: parts
              .filter((part) => part.worth === null)
              .map(({ amount, asset }) => `${amount} ${asset}`)
              .join(', '),
          })}
        />
      )}
    </>
  )
}

function PartName({ part, at }: { readonly part: WorthPart; readonly at: string }) {
  const { t, tag } = useWords()
  const { amount, asset, rate, rateAt } = part
  return (
    <>
      {nameOf(t, part)}
      {rate !== null && rateAt !== null && (
        <span className="block text-12 text-ink-3">
          {t('accounts.worth.quote', {
            amount: `${formatDecimal(amount, tag)} ${asset}`,
            rate: formatDecimal(rate, tag, { min: 2 }),
            age: ageText(Date.parse(at) - Date.parse(rateAt), tag),
          })}
        </span>
      )}
    </>
  )
}

function nameOf(t: Translate, { kind, asset }: WorthPart): string {
  switch (kind) {
    case 'balance':
      return t('accounts.worth.part.balance', { asset })
    case 'savings':
      return t('accounts.worth.part.savings', { asset })
    case 'unrealised':
      return t('accounts.profile.expectedProfit')
    default:
      return t(`accounts.worth.part.${kind}`)
  }
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Writes an age in its largest whole unit, such as “12 sec”. */
function ageText(ms: number, tag: string): string {
  const [unit, length] = units.find(([, atLeast]) => ms >= atLeast) ?? (['second', 1_000] as const)
  const count = Math.floor(Math.max(0, ms) / length)
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}
