import type { TextKey } from '@candor/texts/keys.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useT } from '../session/language/language.ts'

type Shortcut = readonly [keys: string, effect: TextKey]

const contractKeys: readonly Shortcut[] = [
  ['B', 'orders.ticket.buy'],
  ['S', 'orders.ticket.sell'],
  ['M', 'orders.kind.market'],
  ['L', 'orders.kind.limit'],
  ['T', 'orders.kind.stop'],
  ['+', 'orders.keys.more'],
  ['−', 'orders.keys.less'],
  ['Enter', 'orders.keys.review'],
]
const optionKeys: readonly Shortcut[] = [
  ['U', 'options.direction.up'],
  ['D', 'options.direction.down'],
]
const commonKeys: readonly Shortcut[] = [
  ['W', 'orders.keys.list'],
  ['O', 'orders.keys.ticket'],
  ['K', 'orders.keys.book'],
  ['1 – 4', 'orders.keys.chart'],
  ['Esc', 'orders.keys.back'],
  ['/', 'markets.list.search'],
  ['?', 'orders.keys.help'],
]

/** The shortcuts of the market screen. */
export default function KeyHelp({
  product,
  onClose,
}: {
  readonly product: 'contract' | 'option'
  readonly onClose: () => void
}) {
  const t = useT()
  const shortcuts = [...(product === 'contract' ? contractKeys : optionKeys), ...commonKeys]
  return (
    <Dialog open onClose={onClose} title={t('orders.keys.title')}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 text-14">
        {shortcuts.map(([keys, effect]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd
                dir="ltr"
                className="inline-flex h-7 min-w-7 items-center justify-center rounded-s border border-hairline-strong px-2 font-sans text-12"
              >
                {keys}
              </kbd>
            </dt>
            <dd className="text-ink-2">{t(effect)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-12 text-ink-3">{t('orders.keys.note')}</p>
    </Dialog>
  )
}
