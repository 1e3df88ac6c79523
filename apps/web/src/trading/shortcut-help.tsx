import { IconButton } from '@candor/ui/controls/button.tsx'
import { Keyboard } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useKeys } from '../markets/list/use-slash-key.ts'
import { useT } from '../session/language/language.ts'
import { laterPart } from '../shell/later-part.ts'

// Loaded only when it is opened.
const KeyHelp = laterPart(() => import('./key-help.tsx'))

/** The button that shows the shortcuts, as `?` does, also where it is pressed before they are loaded. */
export function ShortcutHelp({
  product,
  className,
}: {
  readonly product: 'contract' | 'option'
  readonly className?: string
}) {
  const t = useT()
  const [open, setOpen] = useState(false)
  useKeys(useMemo(() => ({ '?': () => setOpen(true) }), []))
  return (
    <>
      <IconButton
        label={t('orders.keys.title')}
        aria-keyshortcuts="?"
        {...(className === undefined ? {} : { className })}
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden className="size-4.5" />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <KeyHelp product={product} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
