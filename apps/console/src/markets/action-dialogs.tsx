import type { MarketActionShown } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { SegmentedControl } from '@candor/ui/choices.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { type FormEvent, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { CallFailure, sentenceOf } from '../session/failure.ts'
import { useDo } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { marketOptions, type NamedMarket, Note } from './halt-dialogs.tsx'

const issues: Readonly<Record<string, string>> = {
  'bad-ratio': 'New to old shares, whole numbers up to 1000, as 4:1 or 1:10.',
  'bad-amount': 'A number above zero in the share’s currency, as 0.26.',
  'in-the-past': 'This lies in the past: who held what then is not known any more.',
}

/** What the server said of one field, in plain words. */
function issueOf(error: unknown, field: string): string | null {
  if (!(error instanceof CallFailure)) return null
  const { issues: said } = (error.details ?? {}) as { issues?: readonly { path: string; code: string }[] }
  const found = said?.find(({ path }) => path === field)
  return found === undefined ? null : (issues[found.code] ?? error.message)
}

/** A split or a dividend is proposed; it goes onto the calendar once another person has approved it. */
export function ProposeActionDialog({
  stocks,
  onClose,
}: {
  readonly stocks: readonly NamedMarket[]
  readonly onClose: () => void
}) {
  const form = useId()
  const propose = useDo('opsProposeAction')
  const [, go] = useLocation()
  const [kind, setKind] = useState<'split' | 'dividend'>('split')
  const [code, setCode] = useState('')
  const [value, setValue] = useState('')
  const [at, setAt] = useState('')
  const [reason, setReason] = useState('')
  const shown = ['value', 'at'].map((field) => issueOf(propose.error, field))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate(
      { code, kind, value: value.trim(), at: new Date(at).toISOString(), reason },
      {
        onSuccess: ({ id }) => {
          onClose()
          go(`/proposals/${id}`)
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Propose a split or dividend"
      wide
      footer={
        <Button form={form} type="submit" disabled={code === ''} busy={propose.isPending}>
          Propose it
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <SegmentedControl
          label="What happens"
          full
          choices={[
            { value: 'split', label: 'Split' },
            { value: 'dividend', label: 'Dividend' },
          ]}
          value={kind}
          onChange={setKind}
        />
        <Field label="Stock">
          {(control) => (
            <Select
              {...control}
              searchable
              label="Stock"
              placeholder="Choose a stock"
              options={marketOptions(stocks)}
              value={code}
              onChange={setCode}
            />
          )}
        </Field>
        <Field
          label={kind === 'split' ? 'New to old shares' : 'Dividend for one share'}
          hint={
            kind === 'split'
              ? '4:1 makes four shares of one; 1:10 makes one of ten.'
              : 'In the share’s currency. Longs are credited, shorts are debited.'
          }
          error={shown[0]}
        >
          {(control) => (
            <TextInput
              {...control}
              required
              autoComplete="off"
              placeholder={kind === 'split' ? '4:1' : '0.26'}
              value={value}
              onChange={(event) => setValue(event.target.value)}
              className="figures"
            />
          )}
        </Field>
        <Field
          label="Takes effect"
          hint={at === '' ? 'In your own time zone.' : `${new Date(at).toISOString().slice(0, 16)} UTC`}
          error={shown[1]}
        >
          {(control) => (
            <TextInput
              {...control}
              required
              type="datetime-local"
              value={at}
              onChange={(event) => setAt(event.target.value)}
              className="figures"
            />
          )}
        </Field>
        <Note label="Reason" note={reason} onNote={setReason} />
        {propose.error !== null && shown.every((one) => one === null) && (
          <Banner tone="bad">{sentenceOf(propose.error)}</Banner>
        )}
      </form>
    </Dialog>
  )
}

/** Taking one off the calendar is proposed as well. */
export function CancelDialog({
  action,
  onClose,
}: {
  readonly action: MarketActionShown
  readonly onClose: () => void
}) {
  const form = useId()
  const cancel = useDo('opsProposeCancel')
  const [, go] = useLocation()
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    cancel.mutate(
      { id: action.id, reason },
      {
        onSuccess: ({ id }) => {
          onClose()
          go(`/proposals/${id}`)
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Cancel the ${action.kind} of ${action.code}`}
      footer={
        <Button form={form} type="submit" variant="danger" busy={cancel.isPending}>
          Propose to cancel it
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          {`${action.value}, ${momentOf(action.at)}. It stays on the calendar until another person has approved, and can be cancelled until a minute before its moment.`}
        </p>
        <Note label="Reason" note={reason} onNote={setReason} />
        {cancel.error !== null && <Banner tone="bad">{sentenceOf(cancel.error)}</Banner>}
      </form>
    </Dialog>
  )
}
