import type { IncidentInHand, IncidentState } from '@candor/contract'
import { Banner } from '@candor/ui/feedback.tsx'
import { type ReactNode, useState } from 'react'
import { useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
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
      { onSuccess: closeWith('Incident published.', onClose) },
    )
    return true
  }
  return (
    <SayDialog
      heading="Report an incident"
      act="Publish incident"
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
    update.mutate(
      { id: incident.id, text: texts, state },
      { onSuccess: closeWith('Update published.', onClose) },
    )
    return true
  }
  return (
    <SayDialog
      heading={incident.title.en}
      act={state === 'resolved' ? 'Publish and resolve' : 'Publish update'}
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

function StateField<State extends IncidentState>({
  states,
  state,
  onState,
}: {
  readonly states: readonly State[]
  readonly state: State
  readonly onState: (state: State) => void
}) {
  const options = states.map((value) => ({ value, label: stateWords[value] }))
  return <SelectField label="Status" options={options} value={state} onChange={onState} />
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
  const [missing, setMissing] = useState(false)
  return (
    <FormDialog
      title={props.heading}
      act={props.act}
      busy={props.busy}
      error={props.error}
      onSubmit={() => setMissing(!props.onSend())}
      onClose={props.onClose}
    >
      {props.children}
      <p className="text-14 text-ink-2">
        It appears on the status page immediately and stays there. What is published cannot be changed, only
        added to.
      </p>
      {missing && (
        <Banner tone="bad">Enter the English text. It is shown in every language you leave empty.</Banner>
      )}
    </FormDialog>
  )
}
