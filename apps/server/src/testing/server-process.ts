import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { programFile } from '../platform/program-file.ts'
import { startStopwatch } from './time/stopwatch.ts'

/** The real server in its own process, as `npm start` runs it, for tests. */
export interface ServerProcess {
  readonly url: string
  readonly child: ChildProcess
  /** Time from the start of the process until it reported its address, without stalls of the machine. */
  readonly startMs: number
  /** Processor time it and its children used until then; null where the system does not report it. */
  readonly startCpuMs: number | null
  /** Everything it has printed and logged so far. */
  output(): string
  /** Ends it; gives its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

const running = new Set<ChildProcess>()

/**
 * Starts it on a free port: the program of the working tree, unless another release's is named. When it ends before it listens, fails
 * with its output.
 */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = programFile('main'),
): Promise<ServerProcess> {
  const startTime = startStopwatch()
  const command = [program, '--port', '0', '--log-level', 'silent', ...args]
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /Candor is at (http\S+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('close', () => reject(new Error(output.trim())))
  })
  const startMs = startTime()
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const exited = once(child, 'exit')
    child.kill(signal)
    return (await exited)[0]
  }
  return { url, child, startMs, startCpuMs: cpuMsOf(child.pid), output: () => output, end }
}

/** For `afterEach`: nothing outlives its test. */
export async function killProcesses(): Promise<void> {
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** Linux counts in hundredths of a second. */
const msPerTick = 10

/** Processor time a process and its ended children have used, which other work on the machine does not lengthen. */
function cpuMsOf(pid: number | undefined): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name in brackets: utime, stime, cutime and cstime are the 12th to 15th fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick
  } catch {
    return null
  }
}
