import { CopyButton } from '@candor/ui/controls/copy-button.tsx'

/** A command to copy, read from left to right in every language. */
export function CommandLine({ command }: { readonly command: string }) {
  return (
    <div
      className="mt-3 flex items-center justify-between gap-3 rounded-s bg-sunken py-1 ps-3 pe-1"
      dir="ltr"
    >
      <code className="min-w-0 py-1.5 font-mono text-12 text-ink [overflow-wrap:anywhere]">{command}</code>
      <CopyButton value={command} className="shrink-0 print:hidden" />
    </div>
  )
}
