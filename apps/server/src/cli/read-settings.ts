import type { Command } from 'commander'
import { applySettings } from '../platform/config/settings-file.ts'

/** Data folder of a command without --data; undefined in `CANDOR_DATA`: ./data. */
export const standardData = (): string => process.env.CANDOR_DATA || './data'

/**
 * Adds the settings of the installation that a command works on to the environment, before it runs. Commands without a data folder have
 * none, and `setup` reads them as the answers of before.
 */
export function readSettingsFor(command: Command): void {
  const { data, settings } = command.optsWithGlobals<{ data?: string; settings?: string }>()
  const hasData = command.options.some((option) => option.attributeName() === 'data')
  if (!hasData || command.name() === 'setup') return
  const args = settings === undefined ? [] : ['--settings', settings]
  const isGiven = command.getOptionValueSource('data') === 'cli'
  applySettings(data !== undefined && isGiven ? [...args, '--data', data] : args, process.env, process.cwd())
  // A named file may name the folder.
  if (data !== undefined && !isGiven) command.setOptionValue('data', standardData())
}
