import type { CustomerTask } from '@candor/contract'
import { Button } from '@candor/ui/controls/button.tsx'
import { SegmentedControl } from '@candor/ui/controls/choices.tsx'
import { Card } from '@candor/ui/surface.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useOpsPages } from '../session/use-ops.ts'
import { ShownPages } from '../shell/states.tsx'
import { AddTaskDialog } from './task-dialog.tsx'
import { TaskTable } from './task-table.tsx'

const choices = [
  { value: 'open', label: 'Open' },
  { value: 'done', label: 'Done' },
] as const

/** Tasks about one customer, and the button that adds one. */
export function CustomerTasks({ customer }: { readonly customer: CustomerTask['customer'] }) {
  const [state, setState] = useState<'open' | 'done'>('open')
  const [adding, setAdding] = useState(false)
  const query = useOpsPages('opsTasks', { state, customerId: customer.id, limit: 20 })
  return (
    <Card flush className="mt-4">
      <header className="flex flex-wrap items-center gap-3 px-5 pt-4 pb-2">
        <h2 className="font-semibold text-14 text-ink">Tasks</h2>
        <SegmentedControl label="Tasks" choices={choices} value={state} onChange={setState} />
        <Button
          size="s"
          variant="secondary"
          className="ms-auto"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => setAdding(true)}
        >
          Add task
        </Button>
      </header>
      <ShownPages
        query={query}
        empty={{
          icon: null,
          title: state === 'open' ? 'No open tasks' : 'No task was done yet',
          text: 'A task has a day and a colleague, and waits on their dashboard.',
        }}
      >
        {(tasks) => <TaskTable tasks={tasks} withCustomer={false} />}
      </ShownPages>
      {adding && <AddTaskDialog customer={customer} onClose={() => setAdding(false)} />}
    </Card>
  )
}
