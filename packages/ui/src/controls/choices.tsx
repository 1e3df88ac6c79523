import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { classNames } from '../class-names.ts'

export interface Choice<T extends string> {
  readonly value: T
  readonly label: ReactNode
  readonly disabled?: boolean
}

/** Moves with the arrow keys, as in a group of radio buttons; in right-to-left languages, right moves back. */
function useWalk<T extends string>(choices: readonly Choice<T>[], value: T, onChange: (value: T) => void) {
  const group = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const backwards = event.key.match(/Left|Right/) && group.current?.closest('[dir="rtl"]')
    const open = choices.filter((choice) => !choice.disabled)
    const at = open.findIndex((choice) => choice.value === value)
    const next = open[(at + (backwards ? -step : step) + open.length) % open.length]
    if (next === undefined) return
    onChange(next.value)
    group.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus()
  }
  return { group, onKeyDown }
}

interface ChoicesProps<T extends string> {
  readonly label: string
  readonly choices: readonly Choice<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
  readonly className?: string
}

/** A few choices side by side, one of them chosen: radio buttons, drawn as segments. */
export function SegmentedControl<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  full = false,
}: ChoicesProps<T> & { readonly full?: boolean }) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={classNames('inline-flex rounded-s bg-sunken p-0.5', full && 'flex w-full', className)}
    >
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={classNames(
            'tap relative inline-flex min-w-9 cursor-pointer items-center justify-center gap-1.5 rounded-[4px] px-3 font-medium text-14 whitespace-nowrap max-[22.4rem]:px-1.5',
            'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-50',
            full && 'flex-auto text-center max-[22.4rem]:min-w-0 max-[22.4rem]:whitespace-normal',
            choice.value === value
              ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--hairline)]'
              : 'text-ink-2 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={choice.disabled}
            onChange={() => onChange(choice.value)}
            className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}

/** Tabs over a panel; `panelId` is the id of what they show. */
export function Tabs<T extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  panelId,
}: ChoicesProps<T> & { readonly panelId?: string }) {
  const { group, onKeyDown } = useWalk(choices, value, onChange)
  // Where the row is wider than its place the chosen one is brought into it; only this row moves, never the page.
  // In the next frame, which measures the page anyway; measuring at once would do it twice.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const row = group.current
      const chosen = row?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`)
      if (row && chosen) row.scrollLeft = chosen.offsetLeft - (row.clientWidth - chosen.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [value, group])
  return (
    <div
      ref={group}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classNames(
        'relative flex gap-5 overflow-x-auto border-hairline border-b [scrollbar-width:none]',
        className,
      )}
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          role="tab"
          aria-selected={choice.value === value}
          aria-controls={panelId}
          tabIndex={choice.value === value ? 0 : -1}
          data-value={choice.value}
          disabled={choice.disabled}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'tap -mb-px inline-flex items-center gap-1.5 border-b-2 py-2 font-medium text-14 whitespace-nowrap',
            'transition-colors duration-150 focus-visible:outline-offset-[-2px] disabled:opacity-50',
            choice.value === value ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
          )}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
