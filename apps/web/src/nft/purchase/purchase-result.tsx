import type { OwnArtwork } from '@candor/contract'
import { Button, buttonClass } from '@candor/ui/controls/button.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { CircleCheck } from 'lucide-react'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from '../artwork-marks.tsx'
import { minePath } from '../nft-paths.ts'

/** Confirms the purchase or bid, explains it, and links to its record. */
export function PurchaseResult({
  title,
  bought,
  onClose,
}: {
  readonly title: string
  readonly bought: OwnArtwork
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const owned = bought.mine === 'owned'
  const amount = usdtText(bought.myBid ?? bought.soldPrice ?? bought.price, tag)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('nft.done.close')}
          </Button>
          <a href={`#${minePath}${owned ? '' : '?of=bidding'}`} className={buttonClass('primary')}>
            {t('nft.done.mine')}
          </a>
        </>
      }
    >
      <div role="status" className="flex flex-col gap-3">
        <p className="flex items-center gap-2 font-semibold text-16 text-good">
          <CircleCheck aria-hidden className="size-5" />
          {t(owned ? 'nft.done.buy.title' : 'nft.done.bid.title')}
        </p>
        <p className="text-14 text-ink-2">
          {t(owned ? 'nft.done.buy.text' : 'nft.done.bid.text', { amount })}
        </p>
      </div>
    </Dialog>
  )
}
