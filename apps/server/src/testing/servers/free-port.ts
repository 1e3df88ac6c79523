import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a port of this machine that nothing listens on now, for settings that are needed before a server starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
