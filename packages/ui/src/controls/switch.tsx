import { classNames } from '../class-names.ts'

/** On or off, at once. */
export function Switch({
  checked,
  onChange,
  label,
  disabled = false,
  id,
}: {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly label?: string
  readonly disabled?: boolean
  readonly id?: string
}) {
  return (
    <button
      type="button"
      role="switch"
      id={id}
      aria-checked={checked}
      aria-label={label}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className={classNames(
        'tap inline-flex w-11 shrink-0 items-center justify-center rounded-full disabled:opacity-50',
      )}
    >
      <span
        className={classNames(
          'flex h-6 w-10 items-center rounded-full p-0.5 transition-colors duration-150',
          checked ? 'bg-accent' : 'bg-hairline-strong',
        )}
      >
        <span
          className={classNames(
            'size-5 rounded-full bg-surface transition-transform duration-150',
            checked && 'translate-x-4 rtl:-translate-x-4',
          )}
        />
      </span>
    </button>
  )
}
