import { AsyncLocalStorage } from 'node:async_hooks'

/** One life of a server in this process: everything it starts belongs to it, and stops counting when it is killed. */
export interface Incarnation {
  readonly name: string
  dead: boolean
}

const current = new AsyncLocalStorage<Incarnation>()

/** Runs `work`, and everything it ever causes, as part of this life. */
export const runAs = <T>(incarnation: Incarnation, work: () => T): T => current.run(incarnation, work)

/** The life that the running code belongs to; null for the simulator itself. */
export const runningAs = (): Incarnation | null => current.getStore() ?? null

export const isDead = (incarnation: Incarnation | null): boolean => incarnation?.dead === true
