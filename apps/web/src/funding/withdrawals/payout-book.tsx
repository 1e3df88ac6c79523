import type { PayoutAddress } from '@candor/contract'
import { minuteMs } from '@candor/rules/time-units.ts'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field } from '@candor/ui/controls/field.tsx'
import { Select } from '@candor/ui/controls/select.tsx'
import { ErrorState, SkeletonLines } from '@candor/ui/feedback.tsx'
import { formatMinute } from '@candor/ui/figures/format-moment.ts'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { checkCode } from '../../forms/account-problems.ts'
import { FormText } from '../../forms/form-fields.tsx'
import { FormFailure } from '../../forms/pass-frame.tsx'
import { checkEach, useForm } from '../../forms/use-form.ts'
import { useServerNow } from '../../live/server-time.ts'
import { callServer } from '../../session/calls/call-server.ts'
import { failureText } from '../../session/calls/failure.ts'
import { useApiMutation, useApiQuery } from '../../session/calls/use-call.ts'
import { useT, useWords } from '../../session/language/language.ts'
import { useShut } from '../../shell/notices/unless-frozen.tsx'
import { networkName, type PayInChoice, payInChoices } from '../deposits/deposit-form.ts'

/** The addresses for withdrawals: added, confirmed by e-mail, usable some hours later. */
export function PayoutBook() {
  const t = useT()
  const queries = useQueryClient()
  const book = useApiQuery('listAddress', {})
  const [dialog, setDialog] = useState<'add' | PayoutAddress | null>(null)
  const changed = () => void queries.invalidateQueries({ queryKey: ['listAddress'] })
  const shut = useShut()
  return (
    <Card>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="font-semibold text-16 text-ink">{t('withdraw.book.title')}</h2>
        <Button
          variant="secondary"
          size="s"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => setDialog('add')}
          {...shut}
        >
          {t('withdraw.book.add')}
        </Button>
      </div>
      <Entries query={book} onConfirm={setDialog} onChanged={changed} />
      {dialog === 'add' && (
        <AddDialog
          onAdded={(address) => {
            changed()
            setDialog(address)
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog !== null && dialog !== 'add' && (
        <ConfirmDialog
          address={dialog}
          onDone={() => {
            changed()
            setDialog(null)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Card>
  )
}

/** Waiting time of an address after its confirmation; null while unknown. */
function useNewAddressHours(): number | null {
  const { data } = useApiQuery('getParamByKey', { key: 'withdrawal.newAddressHours' })
  return data === undefined ? null : Number(data)
}

function Entries({
  query,
  onConfirm,
  onChanged,
}: {
  readonly query: ReturnType<typeof useApiQuery<'listAddress'>>
  readonly onConfirm: (address: PayoutAddress) => void
  readonly onChanged: () => void
}) {
  const t = useT()
  const hours = useNewAddressHours()
  if (query.isError) return <ErrorState title={t('shell.loadFailed')} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <SkeletonLines count={3} />
  if (query.data.length === 0)
    return hours === null ? (
      <SkeletonLines count={2} />
    ) : (
      <p className="text-14 text-ink-2">{t('withdraw.book.empty', { hours })}</p>
    )
  return (
    <ul className="flex flex-col divide-y divide-hairline">
      {query.data.map((address) => (
        <Entry key={address.id} address={address} onConfirm={onConfirm} onChanged={onChanged} />
      ))}
    </ul>
  )
}

function Entry({
  address,
  onConfirm,
  onChanged,
}: {
  readonly address: PayoutAddress
  readonly onConfirm: (address: PayoutAddress) => void
  readonly onChanged: () => void
}) {
  const t = useT()
  const remove = useApiMutation('removeAddress')
  const shut = useShut()
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="flex flex-wrap gap-x-2 text-14 text-ink">
        {address.label !== '' && <strong className="font-semibold">{address.label}</strong>}
        <span className="text-ink-2">
          {address.coin} · {networkName[address.network]}
        </span>
      </p>
      <p dir="ltr" className="figures whitespace-normal! break-all text-start text-14 text-ink">
        {address.address}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Standing address={address} />
        <span className="flex gap-2">
          {address.confirmedAt === null && (
            <Button variant="secondary" size="s" onClick={() => onConfirm(address)} {...shut}>
              {t('withdraw.book.confirm')}
            </Button>
          )}
          <Button
            variant="quiet"
            size="s"
            busy={remove.isPending}
            {...shut}
            onClick={() =>
              remove.mutate(
                { id: address.id },
                { onSuccess: onChanged, onError: (error) => toast(failureText(t, error), 'bad') },
              )
            }
          >
            {t('bank.remove')}
          </Button>
        </span>
      </div>
    </li>
  )
}

function Standing({ address: { usableAt } }: { readonly address: PayoutAddress }) {
  const { t, tag } = useWords()
  const now = useServerNow(minuteMs)
  if (usableAt === null) return <span className="text-12 text-warn">{t('withdraw.book.unconfirmed')}</span>
  if (Date.parse(usableAt) <= now)
    return <span className="text-12 text-good">{t('withdraw.book.ready')}</span>
  return (
    <span className="text-12 text-ink-3">
      {t('withdraw.book.from', { time: formatMinute(usableAt, tag) })}
    </span>
  )
}

function AddDialog({
  onAdded,
  onClose,
}: {
  readonly onAdded: (address: PayoutAddress) => void
  readonly onClose: () => void
}) {
  const t = useT()
  const hours = useNewAddressHours()
  const [choice, setChoice] = useState<PayInChoice>(payInChoices[0])
  const form = useForm<'address' | 'label'>({
    first: { address: '', label: '' },
    check: checkEach({ address: (text) => (text.trim() === '' ? { key: 'codes.10021' } : null) }),
    send: async ({ address, label }) =>
      onAdded(await callServer('addAddress', { network: choice.network, address, label })),
  })
  return (
    <Dialog open onClose={onClose} title={t('withdraw.book.add')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        {hours !== null && <p className="text-14 text-ink-2">{t('withdraw.add.lead', { hours })}</p>}
        <Field label={t('funding.where.choice')}>
          {(control) => (
            <Select
              {...control}
              options={payInChoices.map(({ network, name }) => ({ value: network, label: name }))}
              value={choice.network}
              onChange={(network) => setChoice(payInChoices.find((one) => one.network === network) ?? choice)}
            />
          )}
        </Field>
        <FormText
          form={form}
          name="address"
          label={t('funding.field.address')}
          dir="ltr"
          autoComplete="off"
          maxLength={120}
        />
        <FormText form={form} name="label" label={t('withdraw.add.label')} maxLength={60} />
        <FormFailure text={form.failed} />
        <Button type="submit" busy={form.busy}>
          {t('withdraw.book.add')}
        </Button>
      </form>
    </Dialog>
  )
}

function ConfirmDialog({
  address,
  onDone,
  onClose,
}: {
  readonly address: PayoutAddress
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const t = useT()
  const again = useApiMutation('confirmAddress')
  const form = useForm<'code'>({
    first: { code: '' },
    check: checkEach({ code: checkCode }),
    send: async ({ code }) => {
      await callServer('confirmAddress', { id: address.id, code })
      onDone()
    },
  })
  return (
    <Dialog open onClose={onClose} title={t('withdraw.confirm.title')}>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">{t('withdraw.confirm.lead')}</p>
        <p dir="ltr" className="figures whitespace-normal! break-all text-start text-14 text-ink">
          {address.address}
        </p>
        <FormText
          form={form}
          name="code"
          label={t('accounts.field.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          dir="ltr"
          autoFocus
        />
        <FormFailure text={form.failed ?? (again.isError ? failureText(t, again.error) : null)} />
        <Button type="submit" busy={form.busy}>
          {t('withdraw.book.confirm')}
        </Button>
        <Button variant="quiet" busy={again.isPending} onClick={() => again.mutate({ id: address.id })}>
          {t('accounts.code.again')}
        </Button>
      </form>
    </Dialog>
  )
}
