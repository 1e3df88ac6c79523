import { type FocusEvent, type KeyboardEvent, useState } from 'react'

/** The row of an element; what opens over a row has keys of its own. */
const rowOf = (element: EventTarget): HTMLElement | null =>
  element instanceof Element && element.closest('[popover], dialog') === null
    ? (element.closest('li')?.querySelector<HTMLElement>('[data-market]') ?? null)
    : null

/**
 * Moves through the rows with the arrow keys, Home and End, as in any list. Tab leads to one row only, so that the page behind the list is a key
 * away: the row last focused, else the chosen one, else the first.
 */
export function useRowKeys(codes: readonly string[], selected: string | null) {
  const [focused, setFocused] = useState<string | null>(null)
  const shown = new Set(codes)
  const reachable = [focused, selected].find((code) => code !== null && shown.has(code)) ?? codes[0] ?? null
  const onFocus = (event: FocusEvent) => {
    const row = rowOf(event.target)
    if (row !== null) setFocused(row.dataset.market ?? null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const current = rowOf(event.target)
    if (current === null) return
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-market]')]
    const at = rows.indexOf(current)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
    const row = next === undefined ? undefined : rows[next]
    if (row === undefined) return
    event.preventDefault()
    row.focus()
  }
  return { reachable, onFocus, onKeyDown }
}
