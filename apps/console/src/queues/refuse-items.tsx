import type { CaseShown } from '@candor/contract'
import { Select } from '@candor/ui/controls/select.tsx'

/** The refused items, each with its reason; null: none chosen yet. */
export type Refused = Readonly<Record<string, string | null>>

/** Marks the refused items of a case: the customer sends only those again. */
export function RefuseItems({
  shown,
  refused,
  onChange,
}: {
  readonly shown: CaseShown
  readonly refused: Refused
  readonly onChange: (refused: Refused) => void
}) {
  const reasons = shown.reasons.map(({ key, text }) => ({ value: key, label: text }))
  const toggle = (item: string) => {
    const { [item]: before, ...rest } = refused
    onChange(before === undefined ? { ...refused, [item]: null } : rest)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-2 font-medium text-14 text-ink">
        Items to refuse, each with a reason shown to the customer in their language
      </legend>
      {shown.items.map(({ key, label }) => (
        <div key={key} className="flex flex-col gap-1 rounded-s px-2 py-1.5">
          <label className="flex cursor-pointer items-center gap-3 text-14 text-ink">
            <input
              type="checkbox"
              checked={refused[key] !== undefined}
              onChange={() => toggle(key)}
              className="accent-accent"
            />
            {label}
          </label>
          {refused[key] !== undefined && (
            <Select
              label={`Reason: ${label}`}
              placeholder="Choose a reason"
              options={reasons}
              value={refused[key]}
              onChange={(reason) => onChange({ ...refused, [key]: reason })}
            />
          )}
        </div>
      ))}
    </fieldset>
  )
}

/** Input of the refusal: null until an item is refused and each one has a reason. */
export function refusalOf(
  refused: Refused,
): { reason: string; items: { item: string; reason: string }[] } | null {
  const items = Object.entries(refused).flatMap(([item, reason]) =>
    reason === null ? [] : [{ item, reason }],
  )
  const [first] = items
  return first === undefined || items.length < Object.keys(refused).length
    ? null
    : { reason: first.reason, items }
}
