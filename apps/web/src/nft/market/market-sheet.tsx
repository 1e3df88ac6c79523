import { Button } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useT } from '../../session/language/language.ts'
import {
  ChainChoice,
  type ChoicesProps,
  KindChoice,
  SortChoice,
  StatusChoice,
  VerifiedChoice,
} from './market-choices.tsx'

/** On a phone the state is above the works, the other choices in a sheet. */
export function MarketSheet(props: ChoicesProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-col gap-3">
      <StatusChoice full {...props} />
      <Button
        full
        variant="secondary"
        icon={<SlidersHorizontal aria-hidden className="size-4" />}
        onClick={() => setOpen(true)}
      >
        {t('nft.filter.open')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('nft.filter.open')}
        footer={
          <Button full onClick={() => setOpen(false)}>
            {t('nft.filter.show')}
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          <Named name={t('nft.filter.kind')}>
            <KindChoice full {...props} />
          </Named>
          <Named name={t('nft.sort.label')}>
            <SortChoice {...props} />
          </Named>
          <Named name={t('nft.filter.chain')}>
            <ChainChoice {...props} />
          </Named>
          <VerifiedChoice {...props} />
        </div>
      </Dialog>
    </div>
  )
}

function Named({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="font-medium text-14 text-ink">{name}</span>
      {children}
    </div>
  )
}
