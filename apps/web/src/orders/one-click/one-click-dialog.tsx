import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { Suspense } from 'react'
import { useT } from '../../session/language/language.ts'
import { withTexts } from '../../session/language/shown-language.ts'
import { useSession } from '../../session/session-store.ts'
import { laterPart } from '../../shell/later-part.ts'

const LosingNote = laterPart(withTexts(() => import('../../trust/limits/losing-note.tsx')))

const points = ['atOnce', 'undo', 'review', 'where'] as const

/** Asks before one-click trading is turned on, and says what changes with it. */
export default function OneClickDialog({
  onConfirm,
  onClose,
}: {
  readonly onConfirm: () => void
  readonly onClose: () => void
}) {
  const t = useT()
  const { mode } = useSession()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('orders.oneClick.confirm.title')}
      cancelLabel={t('orders.oneClick.confirm.keep')}
      confirm={{ label: t('orders.oneClick.confirm.act'), busy: false, onClick: onConfirm }}
    >
      <div className="flex flex-col gap-3">
        <ul className="flex list-disc flex-col gap-2 ps-5 text-14 text-ink">
          {points.map((point) => (
            <li key={point}>{t(`orders.oneClick.confirm.${point}`, { mode })}</li>
          ))}
        </ul>
        {/* It comes a moment later: with its height kept for it, the buttons do not move under the pointer. */}
        <div className="min-h-12 md:min-h-8">
          <Suspense>
            <LosingNote />
          </Suspense>
        </div>
      </div>
    </ConfirmDialog>
  )
}
