import { type RefObject, useEffect, useMemo } from 'react'

/** True where a key is being typed into something, so that it is no shortcut. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])'))

/** True where Enter presses a control of its own. */
const pressesControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a, summary, [tabindex="0"]') !== null

/** True for a key on its own that no control and no dialog uses. */
const isShortcut = (event: KeyboardEvent): boolean =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !isTyping(event.target) &&
  !(event.key === 'Enter' && pressesControl(event.target)) &&
  document.querySelector('dialog[open]') === null

/** `/` brings the cursor into the search field (look-and-feel, keyboard). */
export function useSlashKey(field: RefObject<HTMLInputElement | null>): void {
  const keys = useMemo(() => ({ '/': () => field.current?.focus() }), [field])
  useKeys(keys)
}

/** Single keys as shortcuts, never while typing or under a dialog. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (act === undefined || !isShortcut(event)) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [keys])
}
