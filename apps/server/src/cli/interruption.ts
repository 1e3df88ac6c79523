import { CommandError } from './say.ts'

const nothingStays = 'Interrupted: all changes are undone.'
const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const

/** Ctrl-C or SIGTERM ended the command before it was done. */
export class Interrupted extends CommandError {
  readonly exitCode: number

  constructor(signal: keyof typeof exitCodes, message = nothingStays) {
    super(message)
    this.exitCode = exitCodes[signal]
  }
}

/** Runs `work` with a signal that aborts on Ctrl-C and SIGTERM, so that it can clean up before the process ends with `message`. */
export async function interruptible<T>(
  work: (signal: AbortSignal) => Promise<T>,
  message = nothingStays,
): Promise<T> {
  const controller = new AbortController()
  const abort = (signal: NodeJS.Signals) =>
    controller.abort(new Interrupted(signal === 'SIGINT' ? 'SIGINT' : 'SIGTERM', message))
  process.on('SIGINT', abort)
  process.on('SIGTERM', abort)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', abort)
    process.off('SIGTERM', abort)
  }
}
