import type { ArtworkPage } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { ConfirmDialog } from '@candor/ui/overlays/dialog.tsx'
import { isUnanswered } from '../../orders/dialogs/act-failure.tsx'
import { AccountNote, Passage } from '../../orders/ticket/review-parts.tsx'
import { failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from '../artwork-marks.tsx'
import { PurchaseCosts } from './purchase-costs.tsx'
import type { Purchase } from './use-purchase.ts'

/** The step before the promise: the costs, what happens next, and what cannot be undone. */
export function PurchaseReview({
  title,
  artwork,
  purchase,
  onClose,
}: {
  readonly title: string
  readonly artwork: ArtworkPage
  readonly purchase: Purchase
  readonly onClose: () => void
}) {
  const { t, tag } = useWords()
  const { figures, refusal, buying } = purchase
  if (figures === null) return null
  const fixed = artwork.saleKind === 'fixed'
  const amount = usdtText(figures.amount, tag)
  const unanswered = refusal !== null && isUnanswered(refusal.failure)
  const act = fixed ? t('nft.act.buy', { amount }) : t('nft.review.confirm.bid', { amount })
  return (
    <ConfirmDialog
      onClose={onClose}
      title={title}
      cancelLabel={t('nft.review.back')}
      onCancel={purchase.back}
      confirm={{ label: unanswered ? t('nft.review.retry') : act, busy: buying, onClick: purchase.buy }}
    >
      <div className="flex flex-col gap-4">
        <AccountNote mode="real">{t('nft.review.real')}</AccountNote>
        <PurchaseCosts artwork={artwork} figures={figures} />
        <Passage title={t('nft.form.address')}>
          <bdi dir="ltr" className="figures break-all text-ink">
            {purchase.form.address.trim()}
          </bdi>
        </Passage>
        <Passage title={t('nft.next.title')}>{t(fixed ? 'nft.next.buy' : 'nft.next.bid')}</Passage>
        <Passage title={t('nft.worst.title')}>{t(fixed ? 'nft.worst.buy' : 'nft.worst.bid')}</Passage>
        {artwork.sample && <p className="text-12 text-ink-3">{t('nft.sample.text')}</p>}
        {refusal !== null && (
          <Banner tone={unanswered ? 'warn' : 'bad'}>
            {unanswered ? t('nft.review.timeout') : failureText(t, refusal.failure)}
          </Banner>
        )}
      </div>
    </ConfirmDialog>
  )
}
