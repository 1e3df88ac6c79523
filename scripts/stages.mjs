// Runs named steps, prints the purpose of each, and reports plainly which failed.
import { execFile, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs one command in the project's folder; its output passes through unless `quiet`, then it is shown on failure only. */
export function runCommand(command, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: { ...process.env, PATH: `${projectRoot}/node_modules/.bin:${process.env.PATH}`, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
    })
    child.stderr?.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (exitCode) => resolve({ ok: exitCode === 0, output }))
  })
}

/** Returns a command's standard output; throws if it failed without any. */
export function answerOf(command, ...args) {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd: projectRoot, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error === null || stdout !== '') resolve(stdout.trim())
      else reject(new Error(`${command} ${args[0]}: ${stderr || error.message}`))
    })
  })
}

/** Two cores are what the slowest machine we mean has. */
const atOnce = 2

/** Runs every stage, two at a time, even after one failed, so that one run shows all there is to mend. Gives the names of those that failed. */
export async function runStages(stages) {
  const outcomes = []
  for (const [place, stage] of stages.entries())
    outcomes.push(Promise.resolve(outcomes[place - atOnce]).then(() => timed(stage)))
  const failed = []
  for (const [place, { name }] of stages.entries()) {
    process.stdout.write(`• ${name} … `)
    const { ok, output, note, seconds } = await outcomes[place]
    const said = ok && note !== undefined ? `: ${note}` : ''
    process.stdout.write(`${ok ? 'ok' : 'FAILED'} (${seconds.toFixed(1)} s)${said}\n`)
    if (!ok) {
      failed.push(name)
      process.stdout.write(`${output}\n`)
    }
  }
  return failed
}

async function timed(stage) {
  const started = Date.now()
  const outcome = await stage.run()
  return { ...outcome, seconds: (Date.now() - started) / 1000 }
}
