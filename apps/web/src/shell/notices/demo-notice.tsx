import { Button } from '@candor/ui/controls/button.tsx'
import { ArrowLeftRight } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../session/language/language.ts'
import { ModeDialog } from '../frame/mode-switch.tsx'

/** The specification's message for demo accounts (§5, `realAccountRequired`), with the switch it mentions. */
export function DemoNotice({ text }: { readonly text: string }) {
  const t = useT()
  const [dialogOpen, setDialogOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3 rounded-m bg-warn-wash p-4">
      <div>
        <p className="font-semibold text-14 text-ink">{t('smart.demo.title')}</p>
        <p className="mt-1 text-14 text-ink-2">{text}</p>
      </div>
      <Button
        full
        variant="secondary"
        icon={<ArrowLeftRight aria-hidden className="size-4" />}
        onClick={() => setDialogOpen(true)}
      >
        {t('smart.demo.act')}
      </Button>
      <ModeDialog open={dialogOpen} onClose={() => setDialogOpen(false)} />
    </div>
  )
}
