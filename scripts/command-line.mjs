import { parseArgs } from 'node:util'

/**
 * Reads a command's line as `parseArgs` does. `--help` prints the usage; a flag there is none of ends the process with 2 and the
 * usage, before anything is begun.
 */
export function readCommandLine(usage, config) {
  try {
    const options = { ...config.options, help: { type: 'boolean', default: false } }
    const read = parseArgs({ ...config, options })
    if (!read.values.help) return read
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error.message}\n${usage}\n`)
    process.exit(2)
  }
}
