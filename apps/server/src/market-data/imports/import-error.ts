import { basename } from 'node:path'

/** A file that is not imported, in one sentence: nothing of it is written. */
export class ImportError extends Error {
  constructor(file: string, line: number | null, problem: string) {
    super(`${basename(file)}${line === null ? '' : `, line ${line}`}: ${problem}`)
  }
}
