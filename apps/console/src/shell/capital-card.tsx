import { Money } from '@candor/ui/figures/figures.tsx'
import { Card } from '@candor/ui/surface.tsx'

interface CapitalCardProps<Part extends string> {
  /** Name and explanation of each part. */
  readonly words: Readonly<Record<Part, readonly [name: string, text: string]>>
  /** In USDT, as in the ledger. */
  readonly amounts: Readonly<Record<NoInfer<Part>, string>>
}

/** One of the operator's own accounts: total, reserved, free. */
export function CapitalCard<Part extends string>({ words, amounts }: CapitalCardProps<Part>) {
  return (
    <Card flush className="grid divide-hairline md:grid-cols-3 md:divide-x">
      {(Object.keys(words) as Part[]).map((part) => (
        <dl key={part} className="px-5 py-4" data-part={part}>
          <dt className="text-14 text-ink-2">{words[part][0]}</dt>
          <dd>
            <span className="block font-semibold text-20 text-ink">
              <Money amount={amounts[part]} asset="USDT" max={2} />
            </span>
            <span className="text-12 text-ink-3">{words[part][1]}</span>
          </dd>
        </dl>
      ))}
    </Card>
  )
}
