import { classNames } from '@candor/ui/class-names.ts'
import { TagChip } from '@candor/ui/controls/tag-chip.tsx'
import { useT } from '../../session/language/language.ts'

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
