import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { classNames } from '../class-names.ts'
import { useUiWords } from '../ui-words.tsx'

export type ToastTone = 'good' | 'bad' | 'neutral'

interface ToastNote {
  readonly id: number
  readonly tone: ToastTone
  readonly text: string
}

const shownMs = 6_000
const most = 3
let notes: readonly ToastNote[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly ToastNote[]): void {
  notes = next
  for (const listener of listeners) listener()
}

/** Shows a passing message. It disappears, so it must not be the only place of an important text. */
export function toast(text: string, tone: ToastTone = 'neutral'): void {
  lastId += 1
  change([...notes.filter((note) => note.text !== text).slice(1 - most), { id: lastId, tone, text }])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const icons = { good: CircleCheck, bad: CircleAlert, neutral: Info } as const
const tones = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-2' } as const

export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => notes)
  return (
    <div
      role="status"
      aria-live="polite"
      className="-translate-x-1/2 pointer-events-none fixed bottom-[calc(4.5rem+env(safe-area-inset-bottom))] left-1/2 z-50 flex w-[min(26rem,calc(100vw-2rem))] flex-col gap-2 md:bottom-6"
    >
      {shown.map((note) => (
        <ToastCard key={note.id} note={note} />
      ))}
    </div>
  )
}

function ToastCard({ note }: { readonly note: ToastNote }) {
  const words = useUiWords()
  const close = () => change(notes.filter((one) => one.id !== note.id))
  useEffect(() => {
    const timer = setTimeout(() => change(notes.filter((one) => one.id !== note.id)), shownMs)
    return () => clearTimeout(timer)
  }, [note.id])
  const Icon = icons[note.tone]
  return (
    <div className="appear pointer-events-auto flex items-center gap-3 rounded-m border border-hairline bg-surface py-1.5 ps-4 pe-1.5 shadow-lift">
      <Icon aria-hidden className={classNames('size-4.5 shrink-0', tones[note.tone])} />
      <p className="min-w-0 flex-1 py-1.5 text-14 text-ink">{note.text}</p>
      <button
        type="button"
        aria-label={words.close}
        onClick={close}
        className="flex size-9 items-center justify-center rounded-s text-ink-3 hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
