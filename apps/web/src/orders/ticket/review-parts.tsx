import { classNames } from '@candor/ui/class-names.ts'
import { Button, type ButtonVariant } from '@candor/ui/controls/button.tsx'
import type { ReactNode } from 'react'

/** Keeps the buttons of a step in reach at the bottom of a phone's sheet, however long the step is. */
export const sheetFootClass =
  'sticky -bottom-4 -mx-5 -mb-4 border-hairline border-t bg-surface px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]'

/** Names the account that a review is about: play money in the colour of the product, real money as a warning. */
export function AccountNote({
  mode,
  children,
}: {
  readonly mode: 'demo' | 'real'
  readonly children: ReactNode
}) {
  return (
    <p
      className={classNames(
        'rounded-s px-3 py-2 font-medium text-14',
        mode === 'demo' ? 'bg-accent-wash text-accent' : 'bg-warn-wash text-warn',
      )}
    >
      {children}
    </p>
  )
}

/** A titled paragraph of a review: the worst case, or what happens next. */
export function Passage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="text-14 text-ink-2">
      <p className="font-medium text-ink">{title}</p>
      <p className="mt-0.5">{children}</p>
    </div>
  )
}

interface ReviewButtonsProps {
  readonly backLabel: string
  readonly onBack: () => void
  readonly confirm: {
    readonly label: string
    readonly busy: boolean
    readonly disabled?: boolean
    readonly variant?: ButtonVariant
    readonly onClick: () => void
  }
}

/** The way back and the confirmation, next to each other. */
export function ReviewButtons({ backLabel, onBack, confirm: { label, ...confirm } }: ReviewButtonsProps) {
  return (
    <>
      <Button variant="secondary" size="l" disabled={confirm.busy} onClick={onBack}>
        {backLabel}
      </Button>
      <Button {...confirm} size="l" full>
        {label}
      </Button>
    </>
  )
}

/** The confirmation, with the way back below it. */
export function StackedReviewButtons({
  backLabel,
  onBack,
  confirm: { label, ...confirm },
}: ReviewButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-2">
      <Button variant="secondary" full disabled={confirm.busy} onClick={onBack}>
        {backLabel}
      </Button>
      <Button {...confirm} size="l" full>
        {label}
      </Button>
    </div>
  )
}
