import type { Recharge } from '@candor/contract'
import { StatusWord } from '@candor/ui/feedback.tsx'
import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import { useT } from '../../session/language/language.ts'

const states = {
  pending: { tone: 'accent', icon: <Clock aria-hidden /> },
  approved: { tone: 'good', icon: <CircleCheck aria-hidden /> },
  rejected: { tone: 'bad', icon: <CircleX aria-hidden /> },
  reversed: { tone: 'bad', icon: <Undo2 aria-hidden /> },
} as const

/** A credited deposit that was reversed has a state of its own. */
export const stateOfDeposit = ({ status, reversal }: Pick<Recharge, 'status' | 'reversal'>) =>
  reversal === null ? status : 'reversed'

/** A deposit's state as a word with an icon (specification §4). */
export function DepositStatus({ status }: { readonly status: keyof typeof states }) {
  const t = useT()
  const { tone, icon } = states[status]
  return (
    <StatusWord tone={tone} icon={icon}>
      {t(`funding.status.${status}`)}
    </StatusWord>
  )
}

/** Reason why a pending deposit waits; nothing once it is decided. */
export function DepositWaits({
  deposit,
  className,
}: {
  readonly deposit: Recharge
  readonly className?: string
}) {
  const t = useT()
  const waitsFor = waitsText(t, deposit)
  return waitsFor === null ? null : <span className={className}>{waitsFor}</span>
}

function waitsText(t: ReturnType<typeof useT>, deposit: Recharge): string | null {
  const { waitsFor, confirmations, confirmationsNeeded: needed } = deposit
  if (waitsFor === null) return null
  if (waitsFor !== 'confirmations') return t(`funding.waits.${waitsFor}`)
  if (confirmations === null || confirmations === 0) return t('funding.waits.looking')
  return t('funding.waits.blocks', { seen: confirmations, needed })
}
