import type { BankAccount } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatDay, formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { CreditCard, Plus } from 'lucide-react'
import { useState } from 'react'
import { FormText } from '../forms/form-fields.tsx'
import { FormFailure } from '../forms/pass-frame.tsx'
import { checkSecondFactor, SecondFactorField } from '../forms/second-factor-field.tsx'
import { checkEach, useForm } from '../forms/use-form.ts'
import { useServerNow } from '../live/server-time.ts'
import { callServer } from '../session/calls/call-server.ts'
import { failureText } from '../session/calls/failure.ts'
import { useApiQuery } from '../session/calls/use-call.ts'
import { useT, useWords } from '../session/language/language.ts'
import { useSession } from '../session/session-store.ts'
import { DemoNotice } from '../shell/notices/demo-notice.tsx'
import { UnlessFrozen } from '../shell/notices/unless-frozen.tsx'
import { type BankField, bankChecks } from './bank-form.ts'

const mostCards = 5

/** Action of the dialog: add a card, replace one, or remove one. */
type OpenDialog = { readonly do: 'add' } | { readonly do: 'change' | 'remove'; readonly card: BankAccount }

/** The bank cards for withdrawals. */
export default function BankPage() {
  const t = useT()
  const { mode } = useSession()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const cards = useApiQuery('listBankInfo', {})
  const done = (text: string) => {
    toast(text, 'good')
    setDialog(null)
    void queries.invalidateQueries({ queryKey: ['listBankInfo'] })
  }
  return (
    <div className="mx-auto w-full max-w-160 px-4 py-6 md:px-6 md:py-10">
      <h1 className="font-semibold text-28">{t('bank.title')}</h1>
      <p className="mt-2 max-w-line text-14 text-ink-2 md:text-16">{t('bank.lead')}</p>
      <div className="mt-6 flex flex-col gap-3">
        {mode === 'demo' ? (
          <DemoNotice text={t('bank.demo')} />
        ) : (
          <>
            <Cards query={cards} onOpen={setDialog} />
            {cards.data !== undefined && cards.data.length > 0 && cards.data.length < mostCards && (
              <Button
                variant="secondary"
                icon={<Plus aria-hidden className="size-4" />}
                onClick={() => setDialog({ do: 'add' })}
                className="self-start"
              >
                {t('bank.add')}
              </Button>
            )}
          </>
        )}
      </div>
      {dialog !== null && <CardDialog dialog={dialog} onDone={done} onClose={() => setDialog(null)} />}
    </div>
  )
}

function Cards({
  query,
  onOpen,
}: {
  readonly query: ReturnType<typeof useApiQuery<'listBankInfo'>>
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  const t = useT()
  if (query.isError)
    return (
      <ErrorState
        title={t('shell.loadFailed')}
        text={failureText(t, query.error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (query.data === undefined) return <SkeletonLines count={4} />
  if (query.data.length === 0)
    return (
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title={t('bank.empty.title')}
        text={t('bank.empty.text')}
        action={
          <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => onOpen({ do: 'add' })}>
            {t('bank.add')}
          </Button>
        }
      />
    )
  return query.data.map((card) => <BoundCard key={card.id} card={card} onOpen={onOpen} />)
}

function BoundCard({
  card,
  onOpen,
}: {
  readonly card: BankAccount
  readonly onOpen: (dialog: OpenDialog) => void
}) {
  const { t, tag } = useWords()
  const now = useServerNow(60_000)
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="break-words font-semibold text-16 text-ink">{card.bank}</p>
          <p className="break-words text-14 text-ink-2">{card.branch}</p>
          <p className="mt-2 flex flex-wrap gap-x-3 text-14 text-ink">
            <bdi className="min-w-0 break-words">{card.accountName}</bdi>
            <bdi dir="ltr" className="figures">
              {card.cardNumber}
            </bdi>
          </p>
          <p className="mt-1 text-12 text-ink-3">
            {t('bank.since', { date: formatDay(card.createdAt, tag) })}
            {Date.parse(card.usableAt) > now &&
              ` ${t('bank.usable', { date: formatMinute(card.usableAt, tag) })}`}
          </p>
        </div>
        <div className="flex gap-2">
          <Button variant="secondary" size="s" onClick={() => onOpen({ do: 'change', card })}>
            {t('bank.change')}
          </Button>
          <Button variant="quiet" size="s" onClick={() => onOpen({ do: 'remove', card })}>
            {t('bank.remove')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function CardDialog({
  dialog,
  onDone,
  onClose,
}: {
  readonly dialog: OpenDialog
  readonly onDone: (text: string) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const title = { add: 'bank.add', change: 'bank.form.change', remove: 'bank.remove.title' } as const
  return (
    <Dialog open onClose={onClose} title={t(title[dialog.do])}>
      {dialog.do === 'remove' ? (
        <RemoveForm card={dialog.card} onDone={onDone} />
      ) : (
        <CardForm card={dialog.do === 'change' ? dialog.card : null} onDone={onDone} />
      )}
    </Dialog>
  )
}

/** Required only where the account has a second factor. */
const useSecondFactor = () => useSession().user?.totpEnabled === true

function CardForm({
  card,
  onDone,
}: {
  /** The card to replace; null: a new one. */
  readonly card: BankAccount | null
  readonly onDone: (text: string) => void
}) {
  const t = useT()
  const form = useForm<BankField>({
    first: {
      bank: card?.bank ?? '',
      branch: card?.branch ?? '',
      accountName: card?.accountName ?? '',
      cardNumber: '',
    },
    check: checkEach(bankChecks),
    send: async (typed) => {
      await callServer('updateBankInfo', { ...typed, ...(card === null ? {} : { id: card.id }) })
      onDone(t(card === null ? 'bank.bound' : 'bank.changed'))
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <FormText form={form} name="bank" label={t('bank.form.bank')} maxLength={120} autoFocus />
        <FormText form={form} name="branch" label={t('bank.form.branch')} maxLength={120} />
        <FormText
          form={form}
          name="accountName"
          label={t('bank.form.accountName')}
          hint={t('bank.form.accountName.hint')}
          autoComplete="cc-name"
          maxLength={120}
        />
        <FormText
          form={form}
          name="cardNumber"
          label={t('bank.form.number')}
          {...(card === null ? {} : { hint: t('bank.form.number.again') })}
          dir="ltr"
          autoComplete="off"
          maxLength={60}
        />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('bank.form.save')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}

function RemoveForm({
  card,
  onDone,
}: {
  readonly card: BankAccount
  readonly onDone: (text: string) => void
}) {
  const t = useT()
  const secondFactor = useSecondFactor()
  const form = useForm<'totp'>({
    first: { totp: '' },
    check: checkEach(secondFactor ? { totp: checkSecondFactor } : {}),
    send: async ({ totp }) => {
      await callServer('removeBankInfo', { id: card.id, ...(secondFactor ? { totp } : {}) })
      onDone(t('bank.removed'))
    },
  })
  return (
    <UnlessFrozen>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          {t('bank.remove.text', { bank: card.bank, number: `\u2066${card.cardNumber}\u2069` })}
        </p>
        {secondFactor && <SecondFactorField form={form} />}
        <FormFailure text={form.failed} />
        <Button type="submit" variant="danger" busy={form.busy}>
          {t('bank.remove')}
        </Button>
      </form>
    </UnlessFrozen>
  )
}
