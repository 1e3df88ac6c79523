import { Switch } from '@candor/ui/controls/switch.tsx'

/** A switch at the end of its line, and below its name what it means now. */
export function SwitchRow({
  label,
  note,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: string
  readonly note: string | null
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}) {
  return (
    <div className="flex items-center justify-between gap-4">
      <span className="text-14 text-ink">
        {label}
        {note !== null && <span className="block text-12 text-ink-3">{note}</span>}
      </span>
      <Switch label={label} checked={checked} disabled={disabled} onChange={onChange} />
    </div>
  )
}
