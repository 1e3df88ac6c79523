import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { OffsetClock } from '../../platform/clock.ts'
import { type Job, startTimetable } from '../../platform/jobs/timetable.ts'
import { leadOrStandBy, type Standing, type Waiting } from '../../platform/leadership.ts'
import { ShutdownStack } from '../../platform/shutdown-stack.ts'
import type { EngineClient, EngineService } from './engine-client.ts'

export interface LeadEngineOptions {
  /** The process has the engine's role. */
  readonly mayLead: boolean
  readonly log: Logger
  readonly clock: Pick<OffsetClock, 'onMoved'>
  readonly bus: Bus
  readonly client: EngineClient
  readonly closing: ShutdownStack
  /** Opens the engine once no other leads; what has to end with it is added to `ends`. */
  readonly open: (waiting: Waiting, ends: ShutdownStack) => Promise<OpenedEngine>
}

export interface OpenedEngine {
  readonly service: EngineService
  readonly jobs: readonly Job[]
}

export interface Engine {
  standing(): Standing
  /** True when an engine responds, in this process or another. */
  reached(): boolean
}

/** Opens the engine in this process if it may lead and no other does; otherwise it waits, or the engine runs elsewhere. */
export async function leadEngine(options: LeadEngineOptions): Promise<Engine> {
  const { mayLead, log, clock, bus, client, closing } = options
  let leads = false
  const ends = new ShutdownStack()
  const lead = ({ service, jobs }: OpenedEngine) => {
    leads = true
    client.lead(service)
    ends.add('jobs', startTimetable(jobs, log, clock))
    ends.add('leadership', () => bus.resign('engine'))
  }
  if (mayLead) {
    closing.addStack('the engine', ends)
    const take = (waiting: Waiting) => options.open(waiting, ends)
    const onTakenOver = async (engine: OpenedEngine) => lead(engine)
    const opened = await leadOrStandBy({ name: 'engine', log, closing, take, onTakenOver })
    if (opened !== null) lead(opened)
  }
  return {
    reached: () => client.reached,
    standing: () => (leads ? 'leads' : mayLead ? 'standing by' : 'elsewhere'),
  }
}
