import { classNames } from '@candor/ui/class-names.ts'
import type { ReactNode } from 'react'
import { useT } from '../../session/language/language.ts'

const chipClass =
  'inline-flex max-w-full items-center gap-1 rounded-s border border-hairline bg-sunken px-1.5 py-0.5 text-12 text-ink-2'

/** One tag; its own direction, since customers write it in any language. */
export function TagChip({ tag, children }: { readonly tag: string; readonly children?: ReactNode }) {
  return (
    <span className={chipClass}>
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{tag}</bdi>
      {children}
    </span>
  )
}

/** The tags of an order; nothing without any. */
export function TagChips({
  tags = [],
  className,
}: {
  readonly tags?: readonly string[] | undefined
  readonly className?: string
}) {
  const t = useT()
  if (tags.length === 0) return null
  return (
    <ul aria-label={t('orders.tags.title')} className={classNames('flex flex-wrap gap-1', className)}>
      {tags.map((tag) => (
        <li key={tag} className="flex max-w-full">
          <TagChip tag={tag} />
        </li>
      ))}
    </ul>
  )
}
