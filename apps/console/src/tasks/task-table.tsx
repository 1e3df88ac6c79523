import type { CustomerTask } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { Badge } from '@candor/ui/feedback.tsx'
import { type Column, Table } from '@candor/ui/figures/table.tsx'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { useState } from 'react'
import { Link } from 'wouter'
import { sentenceOf } from '../session/failure.ts'
import { useOpsMutation } from '../session/use-ops.ts'
import { actColumn } from '../shell/act-column.tsx'
import { dayOf, momentOf } from '../shell/moments.ts'
import { ChangeTaskDialog } from './task-dialog.tsx'

/** Tasks with what can be done about each. On a customer's page the customer is left out. */
export function TaskTable({
  tasks,
  withCustomer,
}: {
  readonly tasks: readonly CustomerTask[]
  readonly withCustomer: boolean
}) {
  const [changed, setChanged] = useState<CustomerTask | null>(null)
  const columns: readonly Column<CustomerTask>[] = [
    { key: 'text', title: 'Task', className: 'min-w-44', cell: (task) => <TaskText {...task} /> },
    ...(withCustomer ? [customerColumn] : []),
    { key: 'due', title: 'Due', cell: (task) => <Due {...task} /> },
    {
      key: 'for',
      title: 'For',
      className: 'min-w-28 [overflow-wrap:anywhere]',
      cell: assigneeOf,
    },
    actColumn((task: CustomerTask) => <TaskButtons task={task} onChange={() => setChanged(task)} />),
  ]
  return (
    <>
      <Table
        label="Tasks"
        rows={tasks}
        rowKey={({ id }) => id}
        columns={columns}
        card={(task) => (
          <div className="flex flex-col gap-2 text-14">
            <TaskText {...task} />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
              {withCustomer && customerColumn.cell(task)}
              <Due {...task} />
              <span className="[overflow-wrap:anywhere]">{`for ${assigneeOf(task)}`}</span>
            </div>
            <TaskButtons task={task} onChange={() => setChanged(task)} />
          </div>
        )}
      />
      {changed !== null && <ChangeTaskDialog task={changed} onClose={() => setChanged(null)} />}
    </>
  )
}

const assigneeOf = ({ assignee }: CustomerTask): string => assignee?.email ?? 'anyone'

const customerColumn: Column<CustomerTask> = {
  key: 'customer',
  title: 'Customer',
  className: 'min-w-28 [overflow-wrap:anywhere]',
  cell: ({ customer }) => (
    <Link href={`/customers/${customer.id}`} className="text-accent">
      {customer.userName}
    </Link>
  ),
}

function TaskText({ text, createdBy, createdAt, done }: CustomerTask) {
  return (
    <span className="flex flex-col">
      <span className="whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        <bdi>{text}</bdi>
      </span>
      <span className="text-12 text-ink-3 [overflow-wrap:anywhere]">
        {done === null
          ? `${createdBy.email}, ${momentOf(createdAt)}`
          : `Done by ${done.by.email}, ${momentOf(done.at)}`}
      </span>
    </span>
  )
}

function Due({ dueAt, done }: CustomerTask) {
  const isLate = done === null && Date.parse(dueAt) < Date.now()
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <span className="figures whitespace-nowrap">{dayOf(dueAt)}</span>
      {isLate && <Badge tone="bad">late</Badge>}
    </span>
  )
}

function TaskButtons({ task, onChange }: { readonly task: CustomerTask; readonly onChange: () => void }) {
  const finish = useOpsMutation('opsFinishTask')
  const isOpen = task.done === null
  const set = () =>
    finish.mutate(
      { id: task.id, done: isOpen },
      {
        onSuccess: () => toast(isOpen ? 'Task done.' : 'Task opened again.', 'good'),
        onError: (error) => toast(sentenceOf(error), 'bad'),
      },
    )
  return (
    <span className="flex justify-end gap-2">
      {isOpen && (
        <Button size="s" variant="quiet" aria-label={`Change task: ${task.text}`} onClick={onChange}>
          Change
        </Button>
      )}
      <Button
        size="s"
        variant="secondary"
        aria-label={`${isOpen ? 'Done' : 'Open again'}: ${task.text}`}
        busy={finish.isPending}
        onClick={set}
      >
        {isOpen ? 'Done' : 'Open again'}
      </Button>
    </span>
  )
}
