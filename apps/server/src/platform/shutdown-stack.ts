/** Stack of resources to close at shutdown, last opened first. */
export class ShutdownStack {
  private readonly steps: (() => Promise<unknown> | unknown)[] = []

  add(step: () => Promise<unknown> | unknown): void {
    this.steps.push(step)
  }

  /** Continues after a failed step, and throws the first failure at the end: a database must be stopped in any case. */
  async run(): Promise<void> {
    const failures: unknown[] = []
    for (let step = this.steps.pop(); step !== undefined; step = this.steps.pop()) {
      await Promise.resolve()
        .then(step)
        .catch((failure: unknown) => failures.push(failure))
    }
    if (failures.length > 0) throw failures[0]
  }
}
