import type { ContractOrder } from '@candor/contract'
import { classNames } from '@candor/ui/class-names.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { menuItemClass, Popover } from '@candor/ui/overlays/menu.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OrderLevel } from '../markets/chart/levels/order-level.ts'
import type { Deed } from '../orders/dialogs/deeds.ts'
import { ProfitCell } from '../orders/list/order-cells.tsx'
import { useT } from '../session/language/language.ts'

/** Actions of a line: those of its order, and taking away the level that the line shows. */
export type LineAction = Exclude<Deed, 'breakEven' | 'tags'> | 'removeLevel'

interface LevelProps {
  readonly level: OrderLevel
  /** Absent: the line is an alert's. */
  readonly order: ContractOrder | undefined
  readonly narrow: boolean
  readonly onAction: (action: LineAction, level: OrderLevel) => void
}

/** Action of the × of a line. */
const endingOf = ({ kind }: OrderLevel): LineAction => {
  if (kind === 'open') return 'close'
  return kind === 'entry' ? 'cancel' : 'removeLevel'
}

function actionsOf(level: OrderLevel): readonly LineAction[] {
  if (level.kind === 'open') return ['edit', 'close', 'reverse']
  return level.kind === 'alert' ? ['removeLevel'] : ['edit', endingOf(level)]
}

/** Content of a line's label: what it is, the profit of an open position, and its actions; × is the one that ends it. */
export function ChartLevel(props: LevelProps) {
  const { level, order, narrow, onAction } = props
  const t = useT()
  const ending = endingOf(level)
  return (
    <>
      <ActionsButton {...props}>
        <span className="truncate">{level.label}</span>
        {level.kind === 'open' && order !== undefined && (
          <span className="shrink-0 tabular-nums">
            <ProfitCell order={order} />
          </span>
        )}
      </ActionsButton>
      {!narrow && (
        <button
          type="button"
          aria-label={`${actionText(t, ending)} · ${level.label}`}
          title={actionText(t, ending)}
          onClick={() => onAction(ending, level)}
          className="flex h-full w-6 shrink-0 items-center justify-center rounded-e-s text-ink-3 hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </>
  )
}

const actionText = (t: ReturnType<typeof useT>, action: LineAction): string =>
  action === 'removeLevel' ? t('markets.chart.line.remove') : t(`orders.${action}.open`)

const labelClass = 'flex h-full min-w-0 items-center gap-1.5 rounded-s px-1.5'

/** The text of a line, which opens its actions: a panel on wide screens, a sheet on phones. */
function ActionsButton({ level, narrow, onAction, children }: LevelProps & { readonly children: ReactNode }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const name = t('markets.chart.line.actions', { line: level.label })
  const list = (close: () => void) => (
    <ul>
      {actionsOf(level).map((action) => (
        <li key={action}>
          <button
            type="button"
            className={menuItemClass}
            onClick={() => {
              close()
              onAction(action, level)
            }}
          >
            {actionText(t, action)}
          </button>
        </li>
      ))}
    </ul>
  )
  if (!narrow)
    return (
      <Popover label={name} trigger={children} triggerClass={labelClass} panelClass="min-w-40">
        {list}
      </Popover>
    )
  return (
    <>
      <button
        type="button"
        aria-label={name}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={classNames(labelClass, 'tap')}
      >
        {children}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={level.label}>
        {list(() => setOpen(false))}
      </Dialog>
    </>
  )
}
