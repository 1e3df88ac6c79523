import { type CustomerTask, farthestTaskMs } from '@candor/contract'
import { dayMs } from '@candor/rules/time-units.ts'
import { useState } from 'react'
import { issuesOf } from '../session/failure.ts'
import { useMe } from '../session/me.ts'
import { useOps, useOpsMutation } from '../session/use-ops.ts'
import { SelectField } from '../shell/choices/select-field.tsx'
import { closeWith, FormDialog } from '../shell/form-dialog.tsx'
import { TextAreaField, TextField } from '../shell/text-field.tsx'
import { dayKeyOf, endOfDay } from './due-day.ts'

interface Draft {
  readonly text: string
  readonly day: string
  /** Empty: anyone. */
  readonly assigneeId: string
}

const refusals = {
  too_small: 'Choose today or a later day.',
  too_big: 'At most two years from now.',
  unknown: 'This colleague cannot do it any more. Choose another.',
}

/** Dialog to add a task about a customer. */
export function AddTaskDialog({
  customer,
  onClose,
}: {
  readonly customer: CustomerTask['customer']
  readonly onClose: () => void
}) {
  const add = useOpsMutation('opsAddTask')
  const { id: ownId } = useMe()
  const [draft, setDraft] = useState<Draft>({
    text: '',
    day: dayKeyOf(Date.now() + dayMs),
    assigneeId: ownId,
  })
  return (
    <TaskForm
      title={`Task about ${customer.userName}`}
      act="Add task"
      draft={draft}
      onDraft={setDraft}
      change={add}
      onSubmit={() =>
        add.mutate(
          { id: customer.id, ...writtenOf(draft, null) },
          { onSuccess: closeWith('Task added.', onClose) },
        )
      }
      onClose={onClose}
    />
  )
}

/** Dialog to change an open task. */
export function ChangeTaskDialog({
  task,
  onClose,
}: {
  readonly task: CustomerTask
  readonly onClose: () => void
}) {
  const change = useOpsMutation('opsChangeTask')
  const [draft, setDraft] = useState<Draft>({
    text: task.text,
    day: dayKeyOf(task.dueAt),
    assigneeId: task.assignee?.id ?? '',
  })
  return (
    <TaskForm
      title={`Task about ${task.customer.userName}`}
      act="Save"
      draft={draft}
      onDraft={setDraft}
      change={change}
      onSubmit={() =>
        change.mutate(
          { id: task.id, ...writtenOf(draft, task.dueAt) },
          { onSuccess: closeWith('Task changed.', onClose) },
        )
      }
      onClose={onClose}
    />
  )
}

/** Keeps the moment of a task whose day is not changed: a colleague in another time zone may have set it. */
const writtenOf = ({ text, day, assigneeId }: Draft, before: string | null) => ({
  text,
  dueAt: before !== null && dayKeyOf(before) === day ? before : endOfDay(day),
  assigneeId: assigneeId === '' ? null : assigneeId,
})

interface TaskFormProps {
  readonly title: string
  readonly act: string
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  readonly change: { readonly error: unknown; readonly isPending: boolean }
  readonly onSubmit: () => void
  readonly onClose: () => void
}

function TaskForm({ title, act, draft, onDraft, change, onSubmit, onClose }: TaskFormProps) {
  const issue = issuesOf(change.error, refusals)
  const shown = [issue('text'), issue('dueAt'), issue('assigneeId')]
  return (
    <FormDialog
      narrow
      title={title}
      act={act}
      busy={change.isPending}
      error={shown.every((one) => one === null) ? change.error : null}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextAreaField
        label="Task"
        hint="For colleagues. The customer never sees it."
        maxLength={500}
        rows={3}
        value={draft.text}
        onValue={(text) => onDraft({ ...draft, text })}
        error={issue('text')}
      />
      <TextField
        label="Due"
        type="date"
        max={dayKeyOf(Date.now() + farthestTaskMs)}
        value={draft.day}
        onValue={(day) => onDraft({ ...draft, day })}
        error={issue('dueAt')}
      />
      <AssigneeField
        value={draft.assigneeId}
        onChange={(assigneeId) => onDraft({ ...draft, assigneeId })}
        error={issue('assigneeId')}
      />
    </FormDialog>
  )
}

function AssigneeField({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (id: string) => void
  readonly error: string | null
}) {
  const { data: people = [] } = useOps('opsTaskPeople', {})
  const options = [
    { value: '', label: 'Anyone' },
    ...people.map(({ id, email, role }) => ({ value: id, label: `${email}, ${role}` })),
  ]
  return (
    <SelectField
      label="For"
      searchable={people.length > 8}
      options={options}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
