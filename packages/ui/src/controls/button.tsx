import { LoaderCircle } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classNames } from '../class-names.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export { type ButtonVariant, buttonClass } from './button-class.ts'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly full?: boolean
  /** While it is being sent: shows so, and cannot be pressed again. */
  readonly busy?: boolean
  readonly icon?: ReactNode
  readonly ref?: Ref<HTMLButtonElement>
}

export function Button({
  variant = 'primary',
  size = 'm',
  full = false,
  busy = false,
  icon,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      disabled={disabled === true || busy}
      className={buttonClass(variant, size, full, className)}
    >
      {busy ? <LoaderCircle aria-hidden className="size-4 animate-spin" /> : icon}
      {children}
    </button>
  )
}

/** A button that is only an icon: its name is for screen readers, and for the tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> & {
  readonly label: string
  readonly ref?: Ref<HTMLButtonElement>
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(
        'tap inline-flex aspect-square h-9 shrink-0 items-center justify-center rounded-s text-ink-2',
        'transition-colors duration-150 hover:bg-sunken hover:text-ink',
        className,
      )}
    >
      {children}
    </button>
  )
}
