import { outsideWork } from './surroundings/outside-work.ts'
import type { Statements } from './surroundings/statements.ts'
import { real, type VirtualTime } from './surroundings/virtual-time.ts'

/** Real milliseconds that work which is neither a statement nor a timer is given: opening files, starting the web server. */
const patienceMs = 40
const mostFires = 4_000

/** Lets a server in this process go on: statement by statement, and where it waits, timer by timer. */
export class Driver {
  readonly time: VirtualTime
  readonly statements: Statements

  constructor(time: VirtualTime, statements: Statements) {
    this.time = time
    this.statements = statements
    statements.rest = () => this.rest()
  }

  /** Lets everything under way go on until nothing is left that needs no time to pass. */
  async settle(): Promise<void> {
    do await this.rest()
    while (await this.statements.release())
  }

  /** Lets go on what needs neither a statement nor time: what it comes to must not depend on how busy the machine is. */
  async rest(): Promise<void> {
    do {
      do await turns(3)
      while (this.time.immediates > 0)
    } while (await outsideWork.release())
  }

  /** Awaits work of a server; its own waits pass as fast as the machine allows. */
  async awaited<T>(work: Promise<T>, what: string): Promise<T> {
    let pending = true
    const done = work.finally(() => {
      pending = false
    })
    done.catch(() => undefined)
    for (let fires = 0; pending && fires < mostFires; fires++) {
      await this.settle()
      await this.untilBusy(() => !pending)
      if (pending && this.idle()) this.time.fireNext(this.time.now() + 600_000)
    }
    if (pending) throw new Error(`${what}: no end`)
    return done
  }

  /** Gives work that is neither a statement nor a timer its time. */
  private async untilBusy(done: () => boolean): Promise<void> {
    for (let waited = 0; waited < patienceMs || isWorking(); waited++) {
      if (done() || !this.idle()) return
      await pause(1)
    }
  }

  private idle(): boolean {
    return this.time.immediates === 0 && !outsideWork.waits && !this.statements.busy
  }
}

const requests = /^(FSReq|GetAddrInfo|TCPConnect|PipeConnect|Zlib|\w*(Job|Request)$)/

/** Reports whether the process waits for a file, a connection or a thread: on a busy machine these outlast any patience. */
const isWorking = (): boolean => process.getActiveResourcesInfo().some((name) => requests.test(name))

const pause = (ms: number) => new Promise<void>((resolve) => void real.setTimeout(resolve, ms))

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise<void>((resolve) => void real.setImmediate(resolve))
}
