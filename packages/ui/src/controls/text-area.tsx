import type { TextareaHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import { controlBase } from './control.ts'

/** Several lines of text; it can be pulled longer. */
export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <textarea
      {...rest}
      className={classNames(
        `min-h-24 resize-y border-hairline-strong/60 py-2.5 leading-relaxed ${controlBase}`,
        className,
      )}
    />
  )
}
