import { classNames } from '@candor/ui/class-names.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Value of the button that sends without a review. */
export const placeValue = 'place'

function goToError(form: HTMLFormElement | null, takesFocus: boolean): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid]')
  wrong?.scrollIntoView({ block: 'center' })
  if (takesFocus) wrong?.focus({ preventScroll: true })
}

/** Frame of a ticket: fields that scroll, and the buttons below, which stay visible. */
export function TicketFrame({
  onReview,
  onPlace,
  refused = null,
  sheet,
  gaps,
  foot,
  children,
}: {
  readonly onReview: () => void
  /** For the button of the value `placeValue`: sends without a review. */
  readonly onPlace?: (() => void) | null
  /** A refusal that came while the fields are shown. */
  readonly refused?: object | null
  readonly sheet: boolean
  /** Spacing of the fields: tight next to the chart, wider in a sheet. */
  readonly gaps: string
  readonly foot: ReactNode
  readonly children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  const [sent, setSent] = useState(0)
  // After a failed review, and back from a refusal, scrolls to the field with the error.
  useEffect(() => goToError(form.current, sent > 0), [sent])
  useEffect(() => {
    if (refused !== null) goToError(form.current, true)
  }, [refused])
  return (
    <form
      ref={form}
      noValidate
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        if (onPlace != null && submitter?.getAttribute('value') === placeValue) onPlace()
        else onReview()
        setSent((times) => times + 1)
      }}
    >
      <div
        className={classNames(
          'flex min-h-0 flex-1 flex-col overflow-y-auto [scrollbar-width:thin]',
          sheet ? 'gap-5' : `px-4 ${gaps}`,
        )}
      >
        {children}
      </div>
      {foot}
    </form>
  )
}

/** Button for one of the two directions of a trade. */
export function SideButton({
  side,
  on,
  shortcut,
  onPress,
  children,
}: {
  readonly side: 'up' | 'down'
  readonly on: boolean
  readonly shortcut: string
  readonly onPress: () => void
  readonly children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      aria-keyshortcuts={shortcut}
      onClick={onPress}
      className={classNames(
        'flex min-h-12 min-w-0 flex-1 flex-col items-center justify-center rounded-s border p-1 text-center transition-colors duration-150',
        on && side === 'up' && 'border-up bg-up text-surface',
        on && side === 'down' && 'border-down bg-down text-surface',
        !on && 'border-hairline bg-surface text-ink-2 hover:border-hairline-strong',
      )}
    >
      {children}
    </button>
  )
}
