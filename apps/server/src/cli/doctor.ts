import { confinementOf } from '../files/drawing/confinement.ts'
import { say } from './say.ts'

/** Says how far this machine confines the process that opens customers' pictures. */
export function doctorCommand(): void {
  const { platform } = process
  const { holds, lacks } = confinementOf({ platform, userId: process.getuid?.() ?? null })
  say('The process that draws customers’ pictures anew:')
  for (const sentence of holds) say(`  yes  ${sentence}`)
  for (const sentence of lacks) say(`  no   ${sentence}`)
}
