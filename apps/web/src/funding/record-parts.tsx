import { CopyButton } from '@candor/ui/controls/copy-button.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import type { ReactNode } from 'react'
import { useWords } from '../session/language/language.ts'

/** An address or a hash in full, to read character by character or to copy. */
export function Code({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <p className="text-12 text-ink-3">{name}</p>
      <p dir="ltr" className="figures mt-0.5 whitespace-normal! break-all text-start text-14 text-ink">
        {value}
      </p>
      <CopyButton value={value} className="-ms-2" />
    </div>
  )
}

/** History of a deposit or a withdrawal, oldest first, each entry with its time and its reason. */
export function Timeline<Status extends string>({
  lines,
  statusOf,
}: {
  readonly lines: readonly { readonly status: Status; readonly at: string; readonly reason: string | null }[]
  readonly statusOf: (status: Status) => ReactNode
}) {
  const { t, tag } = useWords()
  return (
    <section>
      <h3 className="mb-2 font-semibold text-14 text-ink">{t('funding.timeline.title')}</h3>
      <ol className="flex flex-col gap-3 border-hairline border-s ps-4">
        {lines.map(({ status, at, reason }) => (
          <li key={status} className="flex flex-col gap-0.5">
            <span className="flex flex-wrap items-center justify-between gap-x-3">
              {statusOf(status)}
              <time dateTime={at} className="text-12 text-ink-3">
                {formatMinute(at, tag)}
              </time>
            </span>
            {reason !== null && <span className="text-14 text-ink-2">{t.maybe(reason) ?? reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
