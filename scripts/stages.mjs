// Runs named steps one after the other, says what each is for, and tells plainly which failed.
import { spawn } from 'node:child_process'
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

/** Runs every stage even after one failed, so that one run shows all there is to mend. Gives the names of those that failed. */
export async function runStages(stages) {
  const failed = []
  for (const stage of stages) {
    const started = Date.now()
    process.stdout.write(`• ${stage.name} … `)
    const { ok, output } = await stage.run()
    process.stdout.write(`${ok ? 'ok' : 'FAILED'} (${((Date.now() - started) / 1000).toFixed(1)} s)\n`)
    if (!ok) {
      failed.push(stage.name)
      process.stdout.write(`${output}\n`)
    }
  }
  return failed
}
