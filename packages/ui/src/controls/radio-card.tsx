import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** One of several choices, each a card as wide as its group. The group names itself: a `fieldset`, or `role="radiogroup"`. */
export function RadioCard({
  name,
  value,
  checked,
  onChoose,
  children,
}: {
  /** The same for all choices of a group. */
  readonly name: string
  readonly value: string
  readonly checked: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}) {
  return (
    <label
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-s border px-3 py-2 text-14 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        checked ? 'border-accent bg-accent-wash text-ink' : 'border-hairline text-ink-2',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        className="size-4 shrink-0 appearance-none rounded-full border border-hairline-strong bg-surface outline-none checked:border-5 checked:border-accent"
      />
      {children}
    </label>
  )
}
