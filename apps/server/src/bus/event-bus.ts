/** Quotes and events between the roles of the product. One process: a call. */
export interface EventBus<Events extends Record<string, unknown>> {
  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void
  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void
}

/** All roles in one process: listeners are called before `publish` returns, in the order they came. */
export class InProcessBus<Events extends Record<string, unknown>> implements EventBus<Events> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>()

  publish<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) (listener as (event: Events[Name]) => void)(event)
  }

  subscribe<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const listeners = this.listeners.get(name) ?? new Set()
    this.listeners.set(name, listeners)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
}

/** The bus for this installation. A bus between processes is not built: being asked for one stops the start, in words. */
export function openBus<Events extends Record<string, unknown>>(
  environment: Readonly<Record<string, string | undefined>>,
): EventBus<Events> {
  if ((environment.NATS_URL ?? '') !== '')
    throw new Error(
      'NATS_URL is set, but this version runs all roles in one process and has no NATS bus. Unset NATS_URL.',
    )
  return new InProcessBus<Events>()
}
