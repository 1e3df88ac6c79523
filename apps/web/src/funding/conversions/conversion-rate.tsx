import type { AssetCode } from '@candor/money'
import { readableRate } from '@candor/rules/funding/readable-rate.ts'
import { formatDecimal } from '@candor/ui/figures/format-decimal.ts'
import { useWords } from '../../session/language/language.ts'

/** The rate of a conversion, the way round that markets quote it. */
export function ConversionRate({
  from,
  to,
  rate,
}: {
  readonly from: AssetCode
  readonly to: AssetCode
  readonly rate: string
}) {
  const { tag } = useWords()
  const readable = readableRate(from, to, rate)
  if (readable === null) return null
  return (
    <bdi dir="ltr" className="figures">
      1 {readable.one} = {formatDecimal(readable.price, tag, { min: 2 })} {readable.in}
    </bdi>
  )
}
