import type { FirstAdmins } from '../../back-office/operators/people/first-admins.ts'
import { firstAdmins } from '../../back-office/operators/people/people-store.ts'
import type { Nature } from '../../platform/database/installation.ts'
import type { PersonAsker } from '../person-prompt.ts'
import { standardData } from '../read-settings.ts'
import { CommandError, warn } from '../say.ts'
import {
  type Installation,
  isApplicable,
  refusalOf,
  type SettingValues,
  settled,
  standardOf,
} from './check-value.ts'
import type { Given, SetupOptions } from './given-values.ts'
import { type SetupName, type SetupSetting, setupSettings } from './setup-settings.ts'

/** Answer for “none”, where nothing typed stands for the default. */
const none = '-'

interface Question {
  readonly text: string
  readonly standard: string
  readonly secret?: boolean
  /** Returns the sentence of a refusal; null: accepted. */
  readonly refuse: (value: string) => string | null | Promise<string | null>
}

/** Asks until the answer is accepted; nothing typed is the default. */
async function promptFor(
  person: PersonAsker,
  { text, standard, secret = false, refuse }: Question,
): Promise<string> {
  const shown = secret && standard !== '' ? 'as before' : standard || 'none'
  for (;;) {
    const prompt = `${text} [${shown}]: `
    const typed = (secret ? await person.secret(prompt) : await person.line(prompt)).trim()
    const value = { '': standard, [none]: '' }[typed] ?? typed
    const refusal = await refuse(value)
    if (refusal === null) return value
    warn(refusal)
  }
}

/** Asks for the data folder, unless the environment names it. */
export async function promptDataDir(person: PersonAsker | null): Promise<string> {
  if (person === null || process.env.CANDOR_DATA) return standardData()
  warn(
    'Nothing typed keeps what is in brackets; - means none. Until you confirm, nothing is written. Ctrl-C ends.',
  )
  return promptFor(person, { text: 'Data folder', standard: standardData(), refuse: () => null })
}

/** Settles whether the installation is a sandbox: as the database has it, as a flag says, or as the person answers. */
export async function promptMode(
  { sandbox }: SetupOptions,
  person: PersonAsker | null,
  {
    nature,
    dataDir,
    before,
  }: { readonly nature: Nature; readonly dataDir: string; readonly before: SettingValues },
): Promise<boolean> {
  if (nature === 'sandbox' || nature === 'real') {
    const is = nature === 'sandbox'
    if (sandbox === undefined || sandbox === is) return is
    throw new CommandError(
      `This installation is ${is ? 'a sandbox and cannot become real' : 'real and cannot become a sandbox'}: choose another data folder with --data. Nothing was changed.`,
    )
  }
  if (sandbox !== undefined) return sandbox
  if (person === null)
    throw new CommandError(
      'Add --no-sandbox for a real installation or --sandbox for one to try out: it is permanent.',
    )
  const value = await promptFor(person, {
    text: `Real money or a sandbox to try out? It is permanent for ${dataDir}: real or sandbox`,
    standard: before.get('CANDOR_SANDBOX') === 'yes' ? 'sandbox' : 'real',
    refuse: (text) => (text === 'real' || text === 'sandbox' ? null : 'Type real or sandbox.'),
  })
  return value === 'sandbox'
}

interface Collection {
  /** Null: all but those answered already. */
  readonly names: readonly SetupName[] | null
  readonly values: SettingValues
  readonly of: Installation
}

/** Asks for settings one after the other, or takes what was given and the defaults. Refuses a flag that has no use here. */
export async function collectSettings(
  person: PersonAsker | null,
  given: Given,
  { names, values, of }: Collection,
): Promise<SettingValues> {
  const found = new Map(values)
  const isWanted = (name: SetupName) => (names === null ? name !== 'DATABASE_URL' : names.includes(name))
  for (const setting of setupSettings.filter(({ name }) => isWanted(name))) {
    const { name } = setting
    if (!isApplicable(name, found, of)) refuseUnused(setting, given)
    else {
      const value = settled(name, await valueFor(person, setting, { given, found, of }))
      if (value !== '') found.set(name, value)
    }
  }
  return found
}

function refuseUnused({ name, flag }: SetupSetting & { readonly name: SetupName }, given: Given): void {
  if (given.byFlag(name)) throw new CommandError(`--${flag} has no use with these values: omit it.`)
}

async function valueFor(
  person: PersonAsker | null,
  { name, question, secret }: SetupSetting & { readonly name: SetupName },
  { given, found, of }: { readonly given: Given; readonly found: SettingValues; readonly of: Installation },
): Promise<string> {
  const standard = given.of(name) ?? standardOf(name, found, of)
  const refuse = (value: string) => refusalOf(name, value, found, of)
  if (person !== null) return promptFor(person, { text: question, standard, secret: secret === true, refuse })
  const refusal = await refuse(standard)
  if (refusal !== null) throw new CommandError(`${refusal} Nothing was changed.`)
  return standard
}

/** Asks who the first admins are, as many as are missing; null: nothing changes. */
export async function promptAdmins(
  { admin }: SetupOptions,
  person: PersonAsker | null,
  { admins, invited }: FirstAdmins,
): Promise<readonly string[] | null> {
  if (admin !== undefined) return admin
  const missing = firstAdmins - admins.length
  if (person === null || missing <= 0) return null
  warn(
    `The first ${firstAdmins} admins are invited by mail. What moves money or changes terms takes two people.`,
  )
  const emails: string[] = []
  for (let at = 0; at < missing; at += 1) {
    const email = await promptFor(person, {
      text: `Email address of ${at + admins.length === 0 ? 'the first' : 'another'} admin`,
      standard: invited[at]?.email ?? '',
      refuse: (text) =>
        text === '' || /^[^\s@]+@[^\s@]+$/.test(text) ? null : 'This is not an email address.',
    })
    if (email !== '') emails.push(email)
  }
  return emails
}

/** Asks whether to go on; anything but yes ends the command with nothing changed. */
export async function confirm(
  person: PersonAsker,
  { file, dataDir, sandbox }: { readonly file: string; readonly dataDir: string; readonly sandbox: boolean },
): Promise<void> {
  const value = await person.line(
    `Write ${file}, with ${dataDir} as ${sandbox ? 'a sandbox' : 'a real installation'}? yes or no: `,
  )
  if (!/^(yes|y)$/i.test(value.trim())) throw new CommandError('Nothing was changed.')
}
