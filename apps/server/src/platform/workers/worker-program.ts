// Runs as a worker thread of the server: one task after the other, no connection, no state but the fonts it has read.
import { parentPort } from 'node:worker_threads'
import { type TaskMessage, type TaskReply, tasks } from './tasks.ts'

const run = (message: TaskMessage): Promise<Uint8Array> =>
  message.name === 'paper' ? tasks.paper(message.input) : tasks.statement(message.input)

const reply = (message: TaskReply) => parentPort?.postMessage(message)

parentPort?.on('message', (message: TaskMessage) => {
  run(message).then(
    (result) => reply({ ok: true, result }),
    (error: unknown) =>
      reply({ ok: false, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
