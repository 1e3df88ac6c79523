import { Search } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { controlBase, controlClass, type InputProps } from './control.ts'

export function SearchInput({
  className,
  compact = false,
  ...rest
}: InputProps & {
  /** Lower and quieter, for bars. */
  readonly compact?: boolean
}) {
  return (
    <div className="relative">
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute start-3 top-1/2 size-4 text-ink-3"
      />
      <input
        type="search"
        {...rest}
        className={classNames(
          compact ? `h-9 border-hairline ${controlBase}` : controlClass,
          'ps-9 [&::-webkit-search-cancel-button]:hidden',
          className,
        )}
      />
    </div>
  )
}
