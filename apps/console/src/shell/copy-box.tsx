import { CopyButton } from '@candor/ui/controls/copy-button.tsx'

/** A long value in full, to copy. */
export const CopyBox = ({ value }: { readonly value: string }) => (
  <p className="flex items-start gap-2 rounded-s bg-sunken px-3 py-2">
    <code className="min-w-0 flex-1 py-1.5 text-14 text-ink [overflow-wrap:anywhere]">{value}</code>
    <CopyButton value={value} />
  </p>
)
