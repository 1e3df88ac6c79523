import type { SettingsPlace } from '../../platform/config/settings-file.ts'
import type { RequestedConfig } from '../../platform/config.ts'
import type { DoctorDatabase } from './doctor-database.ts'

/** `failure`: something does not work, or customers are not safe; `warning`: something is missing that may be meant so. */
export type Level = 'ok' | 'warning' | 'failure'

/** One result, as a sentence that also says what to do. It contains no secret. */
export interface Finding {
  readonly level: Level
  readonly sentence: string
}

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
export const failure = (sentence: string): Finding => ({ level: 'failure', sentence })

/** Input of every check. */
export interface DoctorContext {
  readonly config: RequestedConfig
  readonly env: NodeJS.ProcessEnv
  readonly settings: SettingsPlace
  readonly dataDir: string
  readonly database: DoctorDatabase
  /** A real installation: what would only be noted in a sandbox is a failure. */
  readonly isReal: boolean
  /** A server runs on the data folder; null: it cannot be known for a given database. */
  readonly isRunning: boolean | null
  /** Time by this machine's clock, epoch ms. */
  readonly now: number
  /** Aborts shortly before a check's time is over. */
  readonly signal: AbortSignal
}

export interface Check {
  /** Name in `--json`. */
  readonly name: string
  readonly title: string
  run(context: DoctorContext): Finding[] | Promise<Finding[]>
}

/** Level of something that endangers customers of a real installation alone. */
export const inReal = ({ isReal }: Pick<DoctorContext, 'isReal'>, sentence: string): Finding =>
  isReal ? failure(sentence) : warning(sentence)

/** Returns the innermost reason: a refused connection is in the cause of fetch's error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const { code } = error as NodeJS.ErrnoException
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message || code || error.name
}

/** Turns days, hours or minutes into words: `3 h`. */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`
}
