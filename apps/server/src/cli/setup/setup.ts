import { resolve } from 'node:path'
import { settingsPlace } from '../../platform/config/settings-file.ts'
import { type RequestedConfig, readConfig } from '../../platform/config.ts'
import { doctorCommand } from '../doctor/doctor.ts'
import { interruptible } from '../interruption.ts'
import { withData } from '../open-data.ts'
import { PersonAsker } from '../person-prompt.ts'
import { CommandError, say } from '../say.ts'
import type { SettingValues } from './check-value.ts'
import { readGivenValues, type SetupOptions, settingsOfBefore } from './given-values.ts'
import { inviteAdmins } from './invite-admins.ts'
import { lookAt } from './look-at-installation.ts'
import { collectSettings, confirm, promptAdmins, promptDataDir, promptMode } from './prompt-settings.ts'
import { changesOf, settingsText, writeSettings } from './write-settings.ts'

/** Decisions that are carried out once they are confirmed. */
interface Plan {
  readonly file: string
  /** The file is not the data folder's own. */
  readonly isNamed: boolean
  readonly dataDir: string
  readonly sandbox: boolean
  readonly before: SettingValues
  readonly after: SettingValues
  readonly config: RequestedConfig
  /** Null: the admins stay as they are. */
  readonly admins: readonly string[] | null
}

/**
 * Sets up an installation, or changes its settings: asks what was not given, or takes everything from flags, a file and the environment with
 * `--yes`. Then it writes the settings file, makes the installation, invites the first two admins, and ends with the doctor. Until it is
 * confirmed nothing is written; begun again, it shows what was set as defaults.
 */
export async function setupCommand(options: SetupOptions): Promise<void> {
  if (options.from === '-' && options.yes !== true)
    throw new CommandError(
      '--from - reads the answers from standard input: add --yes, so that nothing else is asked there.',
    )
  const person = options.yes === true ? null : new PersonAsker()
  let plan: Plan
  try {
    plan = await makePlan(options, person)
    for (const line of changesOf(plan.before, plan.after)) say(line)
    if (person !== null) await confirm(person, plan)
  } finally {
    person?.close()
  }
  await carryOut(plan, options.sendAgain === true)
  say('')
  await doctorCommand({ data: plan.dataDir, settings: plan.file })
  sayNext(plan)
}

async function makePlan(options: SetupOptions, person: PersonAsker | null): Promise<Plan> {
  const named = options.settings === undefined ? [] : ['--settings', options.settings]
  const dataDir = resolve(options.data ?? dataDirNamedIn(named) ?? (await promptDataDir(person)))
  const args = ['--data', dataDir, ...named]
  const place = settingsPlace(args, process.env, process.cwd())
  const before = settingsOfBefore(place)
  const given = readGivenValues(options, before)
  const database = await collectSettings(person, given, {
    names: ['DATABASE_URL'],
    values: new Map(),
    of: { dataDir, sandbox: true },
  })
  const found = await lookAt(dataDir, database)
  const sandbox = await promptMode(options, person, { nature: found.nature, dataDir, before })
  const collected = await collectSettings(person, given, {
    names: null,
    values: database,
    of: { dataDir, sandbox },
  })
  const after = new Map([
    ...given.others,
    ...(place.isNamed ? [['CANDOR_DATA', dataDir] as const] : []),
    ['CANDOR_SANDBOX', sandbox ? 'yes' : 'no'],
    ...collected,
  ])
  const config = readConfig(args, Object.fromEntries(after), process.cwd())
  const admins = sandbox ? noAdminsIn(options) : await promptAdmins(options, person, found.admins)
  const { file, isNamed } = place
  return { file, isNamed, dataDir, sandbox, before, after, config, admins }
}

/** A settings file apart from the data folder states it. */
function dataDirNamedIn(named: readonly string[]): string | undefined {
  const place = settingsPlace(named, process.env, process.cwd())
  return place.isNamed ? settingsOfBefore(place).get('CANDOR_DATA') : undefined
}

function noAdminsIn({ admin }: SetupOptions): null {
  if (admin !== undefined)
    throw new CommandError('A sandbox makes sample operators at its first start: omit --admin.')
  return null
}

/** From here on things are written: first the file, as a whole, then the installation, each in one transaction. */
function carryOut(
  { file, dataDir, sandbox, after, config, admins }: Plan,
  sendAgain: boolean,
): Promise<void> {
  const begunAgain = 'Interrupted: the settings are written. Run `candor setup` again for the rest.'
  return interruptible(async (signal) => {
    writeSettings(file, settingsText(after))
    say(`The settings are in ${file}.`)
    for (const [name, value] of after) process.env[name] = value
    if (!after.has('DATABASE_URL')) delete process.env.DATABASE_URL
    await withData(
      dataDir,
      async (data) => {
        signal.throwIfAborted()
        say(`The installation in ${dataDir} is ${sandbox ? 'a sandbox' : 'real'}, permanently.`)
        if (!sandbox) await inviteAdmins(data, { config, emails: admins, sendAgain })
      },
      { creates: { sandbox } },
    )
    signal.throwIfAborted()
  }, begunAgain)
}

function sayNext({ file, isNamed, dataDir, sandbox }: Plan): void {
  say('')
  say(`Start the server: npm start -- ${isNamed ? `--settings ${file}` : `--data ${dataDir}`}`)
  if (!sandbox)
    say(
      'Each admin then opens their link, and sets a password and an authenticator app. Run `candor doctor` once the server runs.',
    )
}
