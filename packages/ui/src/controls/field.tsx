import { CircleAlert, Eye, EyeOff, Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useUiWords } from '../ui-words.tsx'
import { controlClass, type InputProps } from './control.ts'

export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** A label, the control, and below it an error or a hint. */
export function Field({
  label,
  error,
  hint,
  aside,
  className,
  children,
}: {
  readonly label: ReactNode
  readonly error?: string | null | undefined
  readonly hint?: ReactNode
  /** Next to the label, at the end of the line. */
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const note = error ?? hint
  const wrong = error !== undefined && error !== null
  const control: ControlProps = {
    id,
    ...(wrong ? { 'aria-invalid': true as const } : {}),
    ...(note === undefined || note === null ? {} : { 'aria-describedby': `${id}-said` }),
  }
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-medium text-14 text-ink">
          {label}
        </label>
        {aside !== undefined && <span className="text-12 text-ink-3">{aside}</span>}
      </div>
      {children(control)}
      {wrong ? (
        <p id={`${id}-said`} role="alert" className="flex items-start gap-1.5 text-14 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      ) : (
        note !== undefined &&
        note !== null && (
          <p id={`${id}-said`} className="text-12 text-ink-3">
            {note}
          </p>
        )
      )}
    </div>
  )
}

export function TextInput({ className, ...rest }: InputProps) {
  return <input type="text" {...rest} className={classNames(controlClass, className)} />
}

export function PasswordInput({ className, ...rest }: InputProps) {
  const words = useUiWords()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames(controlClass, 'pe-12', className)}
      />
      <button
        type="button"
        aria-label={shown ? words.hidePassword : words.showPassword}
        title={shown ? words.hidePassword : words.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0 flex w-11 items-center justify-center rounded-s text-ink-3 hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
      </button>
    </div>
  )
}

export interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** A decimal text with a point, possibly not complete yet. */
  readonly value: string
  readonly onValue: (decimal: string) => void
  /** Adds buttons for minus and plus; they report a step down or up. */
  readonly onStep?: (direction: -1 | 1) => void
  readonly unit?: ReactNode
}

const separators = new Map<string, string>()
const separatorOf = (tag: string): string => {
  const known = separators.get(tag)
  if (known !== undefined) return known
  const found =
    new Intl.NumberFormat(tag).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.'
  separators.set(tag, found)
  return found
}

const latinDigits = (text: string): string =>
  text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[０-９]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))

/**
 * Reads a decimal typed in a language: its separator becomes a point, spaces and grouping signs are removed. A lone point counts as
 * the separator even where the language's is another, because people paste.
 */
export function readDecimal(typed: string, tag: string): string {
  const separator = separatorOf(tag)
  const text = latinDigits(typed)
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('−', '-')
  if (separator === ',') return text.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text
  return text.includes('.')
    ? text.replaceAll(',', '')
    : text.replace(/,(?=\d{3}(\D|$))/g, '').replace(',', '.')
}

/** An input for decimals in the language's own notation; its value is always a text with a point. */
export function NumberInput({ value, onValue, onStep, unit, className, ...rest }: NumberInputProps) {
  const words = useUiWords()
  const shown = value.replace('.', separatorOf(words.tag))
  return (
    <div dir="ltr" className="relative flex">
      <input
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        {...rest}
        type="text"
        value={shown}
        onChange={(event) => onValue(readDecimal(event.currentTarget.value, words.tag))}
        onKeyDown={(event) => {
          if (onStep === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
          event.preventDefault()
          onStep(event.key === 'ArrowUp' ? 1 : -1)
        }}
        className={classNames(
          controlClass,
          'figures text-start',
          onStep ? 'pe-22' : 'pe-14',
          unit !== undefined && onStep !== undefined && 'pe-32',
          className,
        )}
      />
      <div className="absolute inset-y-0 end-0 flex items-center">
        {unit !== undefined && <span className="pointer-events-none px-3 text-14 text-ink-3">{unit}</span>}
        {onStep !== undefined && (
          <>
            <StepButton
              label={words.decrease}
              onPress={() => onStep(-1)}
              icon={<Minus aria-hidden className="size-4" />}
            />
            <StepButton
              label={words.increase}
              onPress={() => onStep(1)}
              icon={<Plus aria-hidden className="size-4" />}
            />
          </>
        )}
      </div>
    </div>
  )
}

function StepButton({ label, onPress, icon }: { label: string; onPress: () => void; icon: ReactNode }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onPress}
      className="flex h-full w-10 items-center justify-center border-hairline border-s text-ink-2 last:rounded-e-s hover:bg-sunken hover:text-ink"
    >
      {icon}
    </button>
  )
}
