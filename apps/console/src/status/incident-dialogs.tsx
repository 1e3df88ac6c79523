import type { IncidentInHand, IncidentState } from '@candor/contract'
import { Button } from '@candor/ui/button.tsx'
import { Dialog } from '@candor/ui/dialog.tsx'
import { Banner } from '@candor/ui/feedback.tsx'
import { Field } from '@candor/ui/field.tsx'
import { Select } from '@candor/ui/select.tsx'
import { toast } from '@candor/ui/toast.tsx'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { stateWords } from './incident-words.ts'
import { type Typed, WordsFields, wordsOf } from './words-field.tsx'

type OpenState = Exclude<IncidentState, 'resolved'>
const openStates: readonly OpenState[] = ['investigating', 'identified', 'watching']

/** Dialog to publish an incident. It needs no second person, because an outage cannot wait. */
export function OpenIncidentDialog({ onClose }: { readonly onClose: () => void }) {
  const open = useOpsMutation('opsOpenIncident')
  const [title, setTitle] = useState<Typed>({})
  const [text, setText] = useState<Typed>({})
  const [state, setState] = useState<OpenState>('investigating')
  const send = () => {
    const [titles, texts] = [wordsOf(title), wordsOf(text)]
    if (titles === null || texts === null) return false
    open.mutate(
      { title: titles, text: texts, state },
      { onSuccess: () => done('It stands on the status page.', onClose) },
    )
    return true
  }
  return (
    <SayDialog
      heading="Tell of an incident"
      act="Tell everybody"
      busy={open.isPending}
      error={open.error}
      onClose={onClose}
      onSend={send}
    >
      <WordsFields title={title} text={text} onTitle={setTitle} onText={setText} />
      <StateField states={openStates} state={state} onState={setState} />
    </SayDialog>
  )
}

/** A further word, or the last one. */
export function UpdateIncidentDialog({
  incident,
  onClose,
}: {
  readonly incident: IncidentInHand
  readonly onClose: () => void
}) {
  const update = useOpsMutation('opsUpdateIncident')
  const [text, setText] = useState<Typed>({})
  const [state, setState] = useState<IncidentState>(incident.updates[0]?.state ?? 'investigating')
  const send = () => {
    const texts = wordsOf(text)
    if (texts === null) return false
    update.mutate({ id: incident.id, text: texts, state }, { onSuccess: () => done('Said.', onClose) })
    return true
  }
  return (
    <SayDialog
      heading={incident.title.en}
      act={state === 'resolved' ? 'Say that it is over' : 'Say it'}
      busy={update.isPending}
      error={update.error}
      onClose={onClose}
      onSend={send}
    >
      <StateField states={[...openStates, 'resolved']} state={state} onState={setState} />
      <WordsFields title={null} text={text} onText={setText} />
    </SayDialog>
  )
}

function done(words: string, onClose: () => void): void {
  toast(words, 'good')
  onClose()
}

function StateField<State extends IncidentState>({
  states,
  state,
  onState,
}: {
  readonly states: readonly State[]
  readonly state: State
  readonly onState: (state: State) => void
}) {
  return (
    <Field label="State">
      {(control) => (
        <Select
          {...control}
          label="State"
          options={states.map((value) => ({ value, label: stateWords[value] }))}
          value={state}
          onChange={onState}
        />
      )}
    </Field>
  )
}

function SayDialog(props: {
  readonly heading: string
  readonly act: string
  readonly busy: boolean
  readonly error: unknown
  readonly onClose: () => void
  /** False: the English is missing. */
  readonly onSend: () => boolean
  readonly children: ReactNode
}) {
  const form = useId()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!props.onSend())
  }
  return (
    <Dialog
      open
      wide
      onClose={props.onClose}
      title={props.heading}
      footer={
        <Button form={form} type="submit" busy={props.busy}>
          {props.act}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-5">
        {props.children}
        <p className="text-14 text-ink-2">
          It stands on the status page at once and stays there: what was said is never changed, only added to.
        </p>
        {missing && (
          <Banner tone="bad">The English is missing: it is shown wherever a language is not written.</Banner>
        )}
        {props.error !== null && <Banner tone="bad">{sentenceOf(props.error)}</Banner>}
      </form>
    </Dialog>
  )
}
