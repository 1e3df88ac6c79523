import type { CustomerTask } from '@candor/contract'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { ClipboardCheck } from 'lucide-react'
import { useState } from 'react'
import { useOpsPages } from '../session/use-ops.ts'
import { CsvButton } from '../shell/csv/csv-button.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { ShownPages } from '../shell/states.tsx'
import { TaskTable } from './task-table.tsx'

const lists = {
  mine: { label: 'For me', request: { state: 'open', whose: 'mine' }, none: 'No task waits for you' },
  open: { label: 'Open', request: { state: 'open', whose: 'all' }, none: 'No open tasks' },
  done: { label: 'Done', request: { state: 'done', whose: 'all' }, none: 'No task was done yet' },
} as const
type List = keyof typeof lists
const choices = (['mine', 'open', 'done'] as const).map((value) => ({ value, label: lists[value].label }))
const everyMs = 10_000

/** Tasks about customers: those for the operator, everyone's, and those that were done. */
export function TasksPage() {
  const [list, setList] = useState<List>('mine')
  const query = useOpsPages('opsTasks', { ...lists[list].request, limit: 50 }, everyMs)
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="p-6">
      <PageHead
        title="Tasks"
        text="What operators ask each other to do about customers, the next due first. Add one on the customer’s page."
      >
        <CsvButton name="tasks" rows={() => rowsOf(items)} />
      </PageHead>
      <SegmentedControl label="Tasks" choices={choices} value={list} onChange={setList} className="mb-4" />
      <Card flush>
        <ShownPages
          query={query}
          empty={{
            icon: <ClipboardCheck aria-hidden />,
            title: lists[list].none,
            text: 'Tasks are added on the page of a customer, for one colleague or for anyone.',
          }}
        >
          {(tasks) => <TaskTable tasks={tasks} withCustomer />}
        </ShownPages>
      </Card>
    </div>
  )
}

const rowsOf = (items: readonly CustomerTask[]) => [
  ['id', 'customer', 'task', 'due', 'for', 'created by', 'created at', 'done by', 'done at'],
  ...items.map((one) => [
    ...[one.id, one.customer.userName, one.text, one.dueAt, one.assignee?.email ?? ''],
    ...[one.createdBy.email, one.createdAt, one.done?.by.email ?? '', one.done?.at ?? ''],
  ]),
]
