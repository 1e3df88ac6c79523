import type { InputHTMLAttributes, Ref } from 'react'

/** The frame every control shares, for inputs and for buttons that open a list. */
export const controlBase =
  'w-full min-w-0 rounded-s border bg-surface px-3 text-16 md:text-14 text-ink ' +
  'placeholder:text-ink-3 transition-colors duration-150 hover:border-hairline-strong ' +
  'focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 focus-visible:outline-accent ' +
  'aria-invalid:border-bad disabled:bg-sunken disabled:text-ink-3'

export const controlClass = `tap h-11 border-hairline-strong/60 ${controlBase}`

export interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly ref?: Ref<HTMLInputElement>
}
