import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Message, Messenger } from './messenger.ts'

/** A sandbox sends nothing: each message becomes a JSON file, complete before it has its name, named so that they sort by time. */
export class FileOutbox implements Messenger {
  readonly folder: string
  private readonly clock: Clock
  private count = 0

  constructor(folder: string, clock: Clock) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.folder = folder
    this.clock = clock
  }

  async send(message: Message): Promise<void> {
    this.count += 1
    const time = new Date(this.clock.now()).toISOString().replaceAll(/[-:]/g, '').replace('.', '')
    const order = String(this.count).padStart(6, '0')
    const name = `${time}-${order}-${message.kind}-${randomBytes(3).toString('hex')}`
    const draft = join(this.folder, `.${name}.draft`)
    await writeFile(draft, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 })
    await rename(draft, join(this.folder, `${name}.json`))
  }
}
