import type { MarketItem } from '@candor/contract'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { MarketList } from '../markets/list/market-list.tsx'
import { useT } from '../session/language/language.ts'

/** The list of markets over the page, for windows that have no room for it beside the chart. */
export function MarketListDialog({
  selected,
  onPick,
  onClose,
}: {
  readonly selected: string | null
  readonly onPick: (market: MarketItem) => void
  readonly onClose: () => void
}) {
  const t = useT()
  return (
    <Dialog open onClose={onClose} title={t('markets.list.title')}>
      <MarketList
        roomy
        selected={selected}
        onPick={(market) => {
          onPick(market)
          onClose()
        }}
        className="-mx-5 -my-4 h-[70dvh]"
      />
    </Dialog>
  )
}
