import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
export const examplesDir = fileURLToPath(new URL('../../../../../packages/client/examples', import.meta.url))

/** An example of the client in its own process, as a reader of the guide runs it. */
export interface ExampleProcess {
  /** Everything it has printed so far. */
  output(): string
  /** Waits until it ends by itself; gives its exit code. */
  ended(): Promise<number | null>
  kill(): void
}

export function runExample(name: string, env: Readonly<Record<string, string>>): ExampleProcess {
  const child: ChildProcess = spawn(process.execPath, ['--import', tsx, `${examplesDir}/${name}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const end = once(child, 'close')
  return {
    output: () => output,
    ended: async () => (await end)[0],
    kill: () => child.kill('SIGKILL'),
  }
}
