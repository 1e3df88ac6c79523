// Runs as a worker thread of the server: a few tasks side by side, a page at a time each; no connection, no state but the fonts it has read.
import { parentPort } from 'node:worker_threads'
import { type Task, type TaskMessage, type TaskReply, tasks } from './tasks.ts'

function run(task: Task): Promise<Uint8Array> {
  if (task.name === 'paper') return tasks.paper(task.input)
  if (task.name === 'moneyReport') return tasks.moneyReport(task.input)
  return task.name === 'statement' ? tasks.statement(task.input) : tasks.taxStatement(task.input)
}

const reply = (message: TaskReply) => parentPort?.postMessage(message)

parentPort?.on('message', ({ id, task }: TaskMessage) => {
  run(task).then(
    (result) => reply({ id, ok: true, result }),
    (error: unknown) =>
      reply({
        ...{ id, ok: false },
        reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  )
})
