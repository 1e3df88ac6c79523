import type { ArtworkPage } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, NumberInput, TextInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { useId } from 'react'
import { failureText } from '../../session/calls/failure.ts'
import { useWords } from '../../session/language/language.ts'
import { usdtText } from '../artwork-marks.tsx'
import { chainNames } from '../market/market-filter.ts'
import { PurchaseCosts } from './purchase-costs.tsx'
import type { PurchaseField } from './purchase-form.ts'
import { PurchaseResult } from './purchase-result.tsx'
import { PurchaseReview } from './purchase-review.tsx'
import { type Purchase, usePurchase } from './use-purchase.ts'

/** Dialog to buy or bid: fill in, review, send, see the result. */
export function PurchaseDialog({
  artwork,
  onClose,
}: {
  readonly artwork: ArtworkPage
  readonly onClose: () => void
}) {
  const { t } = useWords()
  const purchase = usePurchase(artwork)
  const title = t(artwork.saleKind === 'fixed' ? 'nft.buy.title' : 'nft.bid.title', { title: artwork.title })
  if (purchase.step === 'done' && purchase.bought !== null)
    return <PurchaseResult title={title} bought={purchase.bought} onClose={onClose} />
  if (purchase.step === 'review')
    return <PurchaseReview title={title} artwork={artwork} purchase={purchase} onClose={onClose} />
  return <PurchaseFormDialog title={title} artwork={artwork} purchase={purchase} onClose={onClose} />
}

function PurchaseFormDialog({
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
  const form = useId()
  const error = useErrorText(artwork, purchase)
  const auction = artwork.saleKind === 'auction'
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <Button form={form} type="submit" size="l" full>
          {t('nft.form.review')}
        </Button>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          purchase.review()
        }}
      >
        {auction && <BidField artwork={artwork} purchase={purchase} error={error('amount')} />}
        <AddressField artwork={artwork} purchase={purchase} error={error('address')} />
        <PurchaseCosts artwork={artwork} figures={purchase.figures} />
        {!auction && error('amount') !== null && <Banner tone="bad">{error('amount')}</Banner>}
        {purchase.available !== null && (
          <p className="text-12 text-ink-3">
            {t('nft.form.available', { amount: usdtText(purchase.available, tag) })}
          </p>
        )}
      </form>
    </Dialog>
  )
}

interface PurchaseFieldProps {
  readonly artwork: ArtworkPage
  readonly purchase: Purchase
  readonly error: string | null
}

function BidField({ artwork, purchase, error }: PurchaseFieldProps) {
  const { t, tag } = useWords()
  return (
    <Field
      label={t('nft.form.amount')}
      error={error}
      hint={t('nft.form.amount.hint', { least: usdtText(artwork.nextBid ?? artwork.price, tag) })}
    >
      {(control) => (
        <NumberInput
          {...control}
          name="amount"
          value={purchase.form.amount}
          onValue={purchase.setAmount}
          unit="USDT"
        />
      )}
    </Field>
  )
}

/** The wallet that receives the work, on the work's own chain. */
function AddressField({ artwork, purchase, error }: PurchaseFieldProps) {
  const { t } = useWords()
  const chain = chainNames[artwork.chain]
  return (
    <Field label={t('nft.form.address')} error={error} hint={t('nft.form.address.hint', { chain })}>
      {(control) => (
        <TextInput
          {...control}
          name="receivingAddress"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          value={purchase.form.address}
          onChange={(event) => purchase.setAddress(event.target.value)}
          className="figures"
        />
      )}
    </Field>
  )
}

/** Gives the error text of a field: the form's own check, or the server's refusal. */
function useErrorText(artwork: ArtworkPage, { problems, refusal }: Purchase) {
  const { t, tag } = useWords()
  return (field: PurchaseField): string | null => {
    const found = problems.find((one) => one.field === field)
    if (found?.field === 'address')
      return found.reason === 'required'
        ? t('codes.10021')
        : t('nft.problem.address', { chain: chainNames[artwork.chain] })
    if (found !== undefined)
      return t(`nft.problem.${found.reason}`, { limit: usdtText(found.limit ?? '0', tag) })
    return refusal?.field === field ? failureText(t, refusal.failure) : null
  }
}
