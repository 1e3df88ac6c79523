import { readFileSync } from 'node:fs'

const looksEveryMs = 100
/** The trust page's bound for the process that opens uploaded pictures. */
export const mostDrawingMb = 256

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has just ended, or this system has no such page.
    return ''
  }
}

/**
 * Watches the processes that a server starts for uploaded pictures. The function that stops it returns the highest memory of
 * one of them, in MB; null where the system does not report it.
 */
export function watchDrawing(serverPid: number): () => number | null {
  let peakKb = 0
  const look = () => {
    for (const pid of read(`/proc/${serverPid}/task/${serverPid}/children`).split(' ').filter(Boolean)) {
      if (!read(`/proc/${pid}/cmdline`).includes('drawing-process')) continue
      const kb = /^VmHWM:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1]
      peakKb = Math.max(peakKb, Number(kb ?? 0))
    }
  }
  const looking = setInterval(look, looksEveryMs)
  return () => {
    look()
    clearInterval(looking)
    return peakKb === 0 ? null : Math.round(peakKb / 1_024)
  }
}
