import type { SourceText } from './parse-source.ts'

export const serverDir = 'apps/server/src'

/** Tests and the simulator judge the whole database from outside; the probes try every table. */
export const isJudged = ({ file }: SourceText): boolean =>
  file.startsWith(`${serverDir}/`) &&
  !file.startsWith(`${serverDir}/simulator/`) &&
  !file.startsWith(`${serverDir}/platform/database/probes/`) &&
  !/\.test\.ts$|\/test-[a-z-]+\.ts$/.test(file)
