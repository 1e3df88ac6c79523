import type { ReactNode } from 'react'

/** Fields of one choice of several, with what was refused above them. */
export function CheckGroup({
  label,
  error,
  children,
}: {
  readonly label: string
  readonly error: string | null
  readonly children: ReactNode
}) {
  return (
    <fieldset className="m-0 border-0 p-0">
      <legend className="mb-2 font-medium text-14 text-ink">{label}</legend>
      {error !== null && (
        <p role="alert" className="mb-2 text-12 text-bad">
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** Box to check for a name of the API, with its summary. */
export function CheckRow({
  name,
  summary,
  checked,
  onCheck,
  className,
}: {
  readonly name: string
  readonly summary: string
  readonly checked: boolean
  readonly onCheck: (checked: boolean) => void
  readonly className: string
}) {
  return (
    <label className={`flex cursor-pointer items-start gap-3 text-14 text-ink ${className}`}>
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onCheck(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <code className="text-12 text-ink [overflow-wrap:anywhere]">{name}</code>
        <span className="block text-12 text-ink-3">{summary}</span>
      </span>
    </label>
  )
}

/** Returns a set with these members or without them. */
export const withMembers = <T,>(set: ReadonlySet<T>, members: readonly T[], on: boolean): ReadonlySet<T> =>
  new Set(on ? [...set, ...members] : [...set].filter((one) => !members.includes(one)))
