import type { ParseArgsConfig, parseArgs } from 'node:util'

export function readCommandLine<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>>
