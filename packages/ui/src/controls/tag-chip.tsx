import type { ReactNode } from 'react'

/** One tag; its own direction, since people write it in any language. */
export function TagChip({ tag, children }: { readonly tag: string; readonly children?: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-s border border-hairline bg-sunken px-1.5 py-0.5 text-12 text-ink-2">
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{tag}</bdi>
      {children}
    </span>
  )
}
