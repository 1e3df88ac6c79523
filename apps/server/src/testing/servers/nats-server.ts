import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

/** Path of the real NATS server of this machine, found as a shell would find it; null where there is none. */
export const natsPath = findNats()

function findNats(): string | null {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'nats-server')
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return null
}

export interface NatsServer {
  readonly port: number
  stop(): Promise<void>
}

/** Starts the real NATS server on a free port, with further arguments. */
export async function startNatsServer(path: string, args: readonly string[] = []): Promise<NatsServer> {
  const port = await freePort()
  const server = spawn(path, ['-a', '127.0.0.1', '-p', String(port), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (chunk) => {
      if (String(chunk).includes('Server is ready')) resolve()
    })
    server.once('exit', () => reject(new Error('the NATS server ended')))
  })
  const stop = async () => {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return { port, stop }
}
