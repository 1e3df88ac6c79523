import { useEffect, useRef } from 'react'

type Keys = Readonly<Record<string, () => void>>

/** Shortcut keys that work anywhere on the page, but not while typing or while a dialog is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = latest.current[event.key]
      if (act === undefined || isBusy(event)) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function isBusy(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return true
  const writes =
    event.target instanceof HTMLElement &&
    event.target.closest('input:not([type=radio]), textarea, select') !== null
  return writes || document.querySelector('dialog[open]') !== null
}
