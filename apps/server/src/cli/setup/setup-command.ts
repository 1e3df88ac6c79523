import type { Command } from 'commander'
import { type SetupSetting, setupSettings } from './setup-settings.ts'

/** Adds `candor setup`, with a flag for each setting that is no secret. */
export function addSetupCommand(program: Command): void {
  const setup = program
    .command('setup')
    .description(
      'sets up an installation or changes its settings: asks, writes the settings file, invites the first two admins, and checks everything',
    )
    .option('--data <folder>', 'the data folder of the installation')
    .option('--yes', 'asks nothing: takes flags, --from, the environment and the settings of before')
    .option('--from <file>', 'further answers, a NAME=value a line; -: standard input')
    .option('--sandbox', 'a sandbox, to try out; permanent')
    .option('--no-sandbox', 'a real installation; permanent')
    .option('--admin <address>', 'email address of one of the first two admins; twice for both', collect)
    .option('--send-again', 'sends a new link to the admins who have not joined yet')
  const secrets: string[] = []
  for (const { name, flag, value, about } of setupSettings as readonly SetupSetting[])
    if (flag === undefined) secrets.push(name)
    else setup.option(`--${flag} <${value}>`, about)
  setup
    .addHelpText(
      'after',
      `\nWhat can be secret has no flag, because every process of the machine can read arguments: set ${secrets.join(', ')} in the environment or in --from. --settings <file> writes another file than candor.env of the data folder. Exit code 1: set up, and the doctor found a failure.`,
    )
    .action(async (_options: object, command: Command) =>
      (await import('./setup.ts')).setupCommand(command.optsWithGlobals()),
    )
}

/** Collects the values of a repeated flag. */
function collect(value: string, before: string[] = []): string[] {
  return [...before, value]
}
