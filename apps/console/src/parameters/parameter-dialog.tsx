import type { ParameterShown } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Field, TextInput } from '@candor/ui/controls/field.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Dialog } from '@candor/ui/overlays/dialog.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'wouter'
import { issuesOf, sentenceOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { momentOf } from '../shell/moments.ts'
import { ReasonField } from '../shell/reason-field.tsx'
import { readValue, textOf } from './value-text.ts'

/** One parameter: its history, and a change with a reason. */
export function ParameterDialog({
  parameter,
  onClose,
}: {
  readonly parameter: ParameterShown
  readonly onClose: () => void
}) {
  const me = useMe()
  const form = useId()
  const change = useOpsMutation('opsChangeParameter')
  const may = !parameter.fixed && parameter.page === null && (me.role === 'risk' || me.role === 'admin')
  const submit = (value: Parameters<typeof change.mutate>[0]['value'], reason: string) =>
    change.mutate(
      { key: parameter.key, value, reason },
      {
        onSuccess: ({ proposalId }) => {
          toast(proposalId === null ? 'Saved.' : 'Submitted. A second person must approve it.', 'good')
          onClose()
        },
      },
    )
  const send = (
    <Button form={form} type="submit" busy={change.isPending}>
      {parameter.fourEyes ? 'Submit for approval' : 'Save change'}
    </Button>
  )
  return (
    <Dialog open onClose={onClose} title={parameter.key} wide {...(may && { footer: send })}>
      <div className="flex flex-col gap-5">
        {may ? (
          <ChangeForm
            id={form}
            parameter={parameter}
            error={change.error === null ? null : refusalOf(change.error, parameter)}
            onSubmit={submit}
          />
        ) : (
          <WhyNot parameter={parameter} />
        )}
        <History parameterKey={parameter.key} />
      </div>
    </Dialog>
  )
}

/** Returns why a value is refused, for its field; everything else as a sentence. */
function refusalOf(error: unknown, { range }: ParameterShown): string {
  const words = {
    kind:
      range === null
        ? 'This value is not possible here.'
        : `Enter a number from ${range.least} to ${range.most}.`,
    order: 'This value would pass another parameter that limits it.',
  }
  return issuesOf(error, words)('value') ?? sentenceOf(error)
}

const pages = {
  tariff: {
    path: '/tariffs',
    title: 'Tariffs',
    text: 'Part of customers’ terms, announced before it applies. Change it under',
  },
  countries: { path: '/countries', title: 'Countries', text: 'Changed one country at a time under' },
  loans: {
    path: '/loan-products',
    title: 'Loan products',
    text: 'Part of the loan offer, changed as a whole under',
  },
} as const

function WhyNot({ parameter: { page, fixed } }: { readonly parameter: ParameterShown }) {
  if (page === null)
    return (
      <Banner>
        {fixed ? 'The installation sets this itself.' : 'Your role can view this but not change it.'}
      </Banner>
    )
  const { path, title, text } = pages[page]
  return (
    <Banner>
      {`${text} `}
      <Link href={path} className="text-accent underline underline-offset-4">
        {title}
      </Link>
      .
    </Banner>
  )
}

type Readable = NonNullable<ReturnType<typeof readValue>>['value']

function hintOf({ standard, range }: ParameterShown): string | undefined {
  if (range !== null) return `From ${range.least} to ${range.most}.`
  return typeof standard === 'string' ? undefined : 'Enter as JSON.'
}

function ChangeForm({
  id,
  parameter,
  error,
  onSubmit,
}: {
  readonly id: string
  readonly parameter: ParameterShown
  readonly error: string | null
  readonly onSubmit: (value: Readable, reason: string) => void
}) {
  const [text, setText] = useState(textOf(parameter.value))
  const [reason, setReason] = useState('')
  const read = readValue(text, parameter.standard)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (read !== null) onSubmit(read.value, reason)
  }
  return (
    <form id={id} onSubmit={submit} className="flex flex-col gap-4">
      <Field label="Value" hint={hintOf(parameter)} error={read === null ? 'This is not valid JSON.' : error}>
        {(control) => (
          <TextInput {...control} value={text} onChange={(event) => setText(event.target.value)} />
        )}
      </Field>
      <ReasonField
        reason={reason}
        onReason={setReason}
        hint="Recorded in the history and in the audit log."
      />
    </form>
  )
}

function History({ parameterKey }: { readonly parameterKey: string }) {
  const { data } = useOps('opsParameterHistory', { key: parameterKey })
  if (data === undefined || data.length === 0)
    return <p className="text-14 text-ink-2">Never changed. The default applies.</p>
  return (
    <div>
      <h3 className="mb-2 font-semibold text-14 text-ink">History</h3>
      <ol className="divide-y divide-hairline">
        {data.map((version) => (
          <li key={version.version} className="py-2 text-14">
            <span className="figures text-ink [overflow-wrap:anywhere]">{textOf(version.value)}</span>
            <span className="block text-ink-2">{version.reason}</span>
            <span className="block text-12 text-ink-3">
              {`${momentOf(version.changedAt)}, ${version.changedBy}`}
              {version.approvedBy !== null && `, approved by ${version.approvedBy}`}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
