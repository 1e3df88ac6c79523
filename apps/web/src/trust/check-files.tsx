import { Button } from '@candor/ui/controls/button.tsx'
import { Download } from 'lucide-react'
import { useT } from '../session/language/language.ts'
import { keysAddress } from './check-signature.ts'

/** Saves what a reader checks on their own computer: the signed document, and the keys that it is signed with. */
export function CheckFiles({ label, onSave }: { readonly label: string; readonly onSave: () => void }) {
  const t = useT()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
      <Button
        variant="secondary"
        size="s"
        // Long words of some languages would reach beyond a narrow card.
        className="h-auto! min-h-8 max-w-full whitespace-normal! py-1"
        icon={<Download aria-hidden className="size-4" />}
        onClick={onSave}
      >
        {label}
      </Button>
      <a
        href={keysAddress}
        download="candor-keys.json"
        className="inline-flex h-8 items-center rounded-s px-3 font-medium text-14 text-accent no-underline hover:bg-sunken"
      >
        {t('receipts.verify.keys')}
      </a>
    </div>
  )
}
