import type { ShownSection } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = { plain: 'text-ink', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const
const icons = { plain: null, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert } as const
/** Hashes, addresses and numbers of accounts are compared sign by sign. */
const isExact = (value: string) => /^[\w:/.+-]{20,}$/.test(value)

/** Claim, evidence and checks as the capability gives them; exactly what the hash covers. */
export function Sections({
  sections,
  images,
}: {
  readonly sections: readonly ShownSection[]
  readonly images?: (section: ShownSection) => ReactNode
}) {
  return (
    <div className="flex flex-col gap-4">
      {sections.map((section) => (
        <Card key={section.title}>
          <h2 className="mb-1 font-semibold text-14 text-ink">{section.title}</h2>
          <dl className="divide-y divide-hairline">
            {section.rows.map((row) => (
              <Row key={row.label} {...row} />
            ))}
          </dl>
          {section.images.length > 0 && images?.(section)}
        </Card>
      ))}
    </div>
  )
}

function Row({ label, value, tone }: ShownSection['rows'][number]) {
  const Icon = icons[tone]
  return (
    <div className="grid items-baseline gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[minmax(7rem,11rem)_1fr]">
      <dt className="text-14 text-ink-2">{label}</dt>
      <dd className={classNames('flex min-w-0 items-start gap-2 text-14', tones[tone])}>
        {Icon !== null && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
        <span className="min-w-0 break-words [overflow-wrap:anywhere]">{value}</span>
        {isExact(value) && <CopyButton value={value} className="-my-1.5" />}
      </dd>
    </div>
  )
}
