import { X } from 'lucide-react'
import { useRef } from 'react'
import { TagChip } from './tag-chip.tsx'

interface ChosenTagsProps {
  /** Accessible name of the list. */
  readonly label: string
  /** Shown while there is no tag. */
  readonly none: string
  readonly tags: readonly string[]
  readonly removeLabel: (tag: string) => string
  readonly onRemove: (tag: string) => void
}

/** Tags with a button each that removes it; changes are announced. */
export function ChosenTags({ label, none, tags, removeLabel, onRemove }: ChosenTagsProps) {
  const list = useRef<HTMLUListElement>(null)
  /** The focus stays among the tags: the removed button takes it along otherwise. */
  const remove = (tag: string) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = tags.indexOf(tag)
    const next = buttons[at + 1] ?? buttons[at - 1] ?? list.current
    onRemove(tag)
    next?.focus()
  }
  return (
    <div role="status">
      <ul ref={list} tabIndex={-1} aria-label={label} className="flex min-h-9 flex-wrap items-center gap-1.5">
        {tags.length === 0 && <li className="text-14 text-ink-3">{none}</li>}
        {tags.map((tag) => (
          <li key={tag} className="flex max-w-full">
            <TagChip tag={tag}>
              <button
                type="button"
                aria-label={removeLabel(tag)}
                title={removeLabel(tag)}
                onClick={() => remove(tag)}
                className="tap -me-1 inline-flex size-7 shrink-0 items-center justify-center rounded-s text-ink-3 hover:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </TagChip>
          </li>
        ))}
      </ul>
    </div>
  )
}
