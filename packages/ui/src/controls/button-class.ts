import { classNames } from '../class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'buy' | 'sell' | 'danger'
export type ButtonSize = 's' | 'm' | 'l'

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong active:bg-accent-strong',
  secondary: 'border border-hairline bg-surface text-ink hover:border-hairline-strong active:bg-sunken',
  quiet: 'text-ink-2 hover:bg-sunken hover:text-ink active:bg-hairline',
  buy: 'bg-up text-surface hover:brightness-95 active:brightness-90',
  sell: 'bg-down text-surface hover:brightness-95 active:brightness-90',
  danger: 'border border-hairline bg-surface text-bad hover:border-bad active:bg-bad-wash',
}

const sizes: Readonly<Record<ButtonSize, string>> = {
  s: 'tap h-8 gap-1.5 px-3 text-14',
  m: 'tap h-10 gap-2 px-4 text-14',
  l: 'h-12 gap-2 px-5 text-16',
}

/** The look of a button, for links that act as one. */
export const buttonClass = (
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'm',
  full = false,
  extra?: string,
): string =>
  classNames(
    'inline-flex select-none items-center justify-center rounded-s font-medium no-underline',
    'transition-[background-color,border-color,filter,color] duration-150',
    'disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    // As wide as its container: a long action ("Buy 0.01 lots EURUSD" in some languages) wraps to two lines.
    full ? 'w-full min-w-0 text-balance leading-tight' : 'whitespace-nowrap',
    extra,
  )
