import { Check, Copy, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { classNames } from '../class-names.ts'
import { useUiWords } from '../ui-words.tsx'

type Outcome = 'idle' | 'copied' | 'failed'
const noticeMs = 2_000

/** Copies a value and shows if it worked. */
export function CopyButton({
  value,
  label,
  className,
}: {
  readonly value: string
  readonly label?: string
  readonly className?: string
}) {
  const words = useUiWords()
  const [outcome, setOutcome] = useState<Outcome>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), noticeMs)
    return () => clearTimeout(timer)
  }, [outcome])
  const text = { idle: label ?? words.copy, copied: words.copied, failed: words.copyFailed }[outcome]
  const Icon = { idle: Copy, copied: Check, failed: X }[outcome]
  return (
    <button
      type="button"
      title={text}
      onClick={() => {
        copyText(value).then(
          () => setOutcome('copied'),
          () => setOutcome('failed'),
        )
      }}
      className={classNames(
        'inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-s px-2 font-medium text-12 whitespace-nowrap hover:bg-sunken',
        { idle: 'text-ink-2', copied: 'text-good', failed: 'text-bad' }[outcome],
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{text}</span>
    </button>
  )
}

/** A value in one line, shortened where it is long, with a button that copies all of it. If both do not fit, the button goes below. */
export function CopiedValue({ value, shown = value }: { readonly value: string; readonly shown?: string }) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center justify-end gap-x-1">
      <bdi dir="ltr" className="figures max-w-48 truncate max-[22.4rem]:max-w-32" title={value}>
        {shown}
      </bdi>
      <CopyButton value={value} className="-me-2" />
    </span>
  )
}

/** The clipboard exists only on pages with TLS; a selected field works on the others. */
async function copyText(value: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(value)
  const field = document.createElement('textarea')
  field.value = value
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const worked = document.execCommand('copy')
  field.remove()
  if (!worked) throw new Error('copying was refused')
}
