import { momentOf } from './moments.ts'

/** The two people of a change, and when it was approved. */
export function Who({
  proposedBy,
  approvedBy,
  at,
}: {
  readonly proposedBy: string
  readonly approvedBy: string | null
  readonly at: string
}) {
  return (
    <span className="flex flex-col">
      <span className="[overflow-wrap:anywhere]">
        {[proposedBy, approvedBy].filter((one) => one !== null).join(', ')}
      </span>
      <span className="figures text-12 text-ink-3">{momentOf(at)}</span>
    </span>
  )
}
