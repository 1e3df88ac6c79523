type Close = () => Promise<unknown> | unknown

interface Step {
  /** For the log: names what is closed. */
  readonly name: string
  readonly close: Close
  /** Steps that this one runs. */
  readonly within: ShutdownStack | null
}

/** Stack of resources to close at shutdown, last opened first. */
export class ShutdownStack {
  private readonly steps: Step[] = []
  private readonly listeners: (() => void)[] = []
  private current: Step | null = null

  add(name: string, close: Close): void {
    this.steps.push({ name, close, within: null })
  }

  /** Runs another stack as one step. */
  addStack(name: string, within: ShutdownStack): void {
    this.steps.push({ name, close: () => within.run(), within })
  }

  /** Calls `listener` when the shutdown begins. */
  onBegin(listener: () => void): void {
    this.listeners.push(listener)
  }

  /** Names the step that is being closed; null outside a shutdown. */
  get closing(): string | null {
    if (this.current === null) return null
    const { name, within } = this.current
    const inner = within?.closing ?? null
    return inner === null ? name : `${name}: ${inner}`
  }

  /** Continues after a failed step, and throws the first failure at the end: a database must be stopped in any case. */
  async run(): Promise<void> {
    for (const begin of this.listeners.splice(0)) begin()
    const failures: unknown[] = []
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      this.current = step
      await Promise.resolve()
        .then(step.close)
        .catch((failure: unknown) => failures.push(failure))
    }
    this.current = null
    if (failures.length > 0) throw failures[0]
  }
}
