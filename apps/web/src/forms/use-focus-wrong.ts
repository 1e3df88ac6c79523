import { useEffect, useRef, useState } from 'react'

/** Gives how to name a form, and how to focus its first field that is shown as wrong, once its problem is on the page. */
export function useFocusWrong() {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])
  const setForm = (element: HTMLFormElement) => {
    form.current = element
  }
  return [setForm, () => setAttempts((now) => now + 1)] as const
}
