import type { HaltReason, MarketHalt } from '@candor/contract'
import { haltReasons } from '@candor/contract/markets.ts'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field, TextInput } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useDo } from '../session/use-ops.ts'
import { haltWords } from './halt-words.ts'

export interface NamedMarket {
  readonly code: string
  readonly name: string
}

export const marketOptions = (markets: readonly NamedMarket[]) =>
  markets.map(({ code, name }) => ({ value: code, label: code === name ? code : `${code} – ${name}` }))

/** Acts at once: waiting for a second person would cost customers money. */
export function HaltDialog({
  markets,
  onClose,
}: {
  readonly markets: readonly NamedMarket[]
  readonly onClose: () => void
}) {
  const form = useId()
  const halt = useDo('opsHaltMarket')
  const [code, setCode] = useState('')
  const [reason, setReason] = useState<HaltReason>('news')
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    halt.mutate(
      { code, reason, note },
      {
        onSuccess: () => {
          toast(`${code} is halted.`, 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Halt a market"
      wide
      footer={
        <Button form={form} type="submit" variant="danger" disabled={code === ''} busy={halt.isPending}>
          {code === '' ? 'Halt it now' : `Halt ${code} now`}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          Nothing opens, closes or fires in it until it is resumed; prices go on. Everyone with something in
          the market is told.
        </p>
        <Field label="Market">
          {(control) => (
            <Select
              {...control}
              searchable
              label="Market"
              placeholder="Choose a market"
              options={marketOptions(markets)}
              value={code}
              onChange={setCode}
            />
          )}
        </Field>
        <Field label="What customers read" hint="In their own language.">
          {(control) => (
            <Select
              {...control}
              label="What customers read"
              options={haltReasons.map((value) => ({ value, label: haltWords[value] }))}
              value={reason}
              onChange={setReason}
            />
          )}
        </Field>
        <Note note={note} onNote={setNote} />
        {halt.error !== null && <Banner tone="bad">{sentenceOf(halt.error)}</Banner>}
      </form>
    </Dialog>
  )
}

export function ResumeDialog({ halt, onClose }: { readonly halt: MarketHalt; readonly onClose: () => void }) {
  const form = useId()
  const resume = useDo('opsResumeMarket')
  const [note, setNote] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    resume.mutate(
      { code: halt.code, note },
      {
        onSuccess: () => {
          toast(`${halt.code} trades again.`, 'good')
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Resume ${halt.code}`}
      footer={
        <Button form={form} type="submit" busy={resume.isPending}>
          Let it trade again
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-14 text-ink-2">
          What waits fires at the next price. Look at the price before you resume it.
        </p>
        <Note note={note} onNote={setNote} />
        {resume.error !== null && <Banner tone="bad">{sentenceOf(resume.error)}</Banner>}
      </form>
    </Dialog>
  )
}

export function Note({
  note,
  onNote,
  label = 'Note',
}: {
  readonly note: string
  readonly onNote: (note: string) => void
  readonly label?: string
}) {
  return (
    <Field label={label} hint="Stands in the audit log; customers do not see it.">
      {(control) => (
        <TextInput
          {...control}
          required
          minLength={3}
          maxLength={500}
          value={note}
          onChange={(event) => onNote(event.target.value)}
        />
      )}
    </Field>
  )
}
