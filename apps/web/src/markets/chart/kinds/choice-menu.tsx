import { classNames } from '@candor/ui/class-names.ts'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { toolClass } from './tool-class.ts'

export interface ChartChoice<Value> {
  readonly value: Value
  readonly name: string
  /** Shown in place of the name. */
  readonly picture?: ReactNode
  /** A sentence below the name. */
  readonly note?: string
}

/** A button with what is chosen, which opens the others. */
export function ChoiceMenu<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
}: {
  readonly label: string
  readonly choices: readonly ChartChoice<Value>[]
  readonly chosen: Value
  readonly onChoose: (value: Value) => void
}) {
  const noteId = useId()
  const now = choices.find(({ value }) => value === chosen)
  return (
    <Popover
      label={`${label}: ${now?.name ?? ''}`}
      trigger={now?.picture ?? now?.name}
      triggerClass={toolClass(false)}
      panelClass="min-w-36 max-w-72"
    >
      {(close) =>
        choices.map(({ value, name, picture, note }) => (
          <button
            key={value}
            type="button"
            aria-label={name}
            aria-describedby={note === undefined ? undefined : noteId}
            aria-pressed={value === chosen}
            onClick={() => {
              close()
              onChoose(value)
            }}
            className={menuItemClass}
          >
            <Check
              aria-hidden
              className={classNames('size-4 shrink-0 text-accent', value !== chosen && 'invisible')}
            />
            {picture}
            <span>
              {name}
              {note !== undefined && (
                <span id={noteId} className="block text-12 text-ink-3">
                  {note}
                </span>
              )}
            </span>
          </button>
        ))
      }
    </Popover>
  )
}
