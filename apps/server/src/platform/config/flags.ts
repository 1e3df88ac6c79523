/** An invalid configuration, reported in one sentence to the person who starts the server. */
export class ConfigError extends Error {}

export interface Flag {
  readonly name: string
  /** Name of its value in the help; null for a switch, `--name` or `--no-name`. */
  readonly value: string | null
  readonly standard: string | null
  readonly about: string
}

/** Every flag, once: reading, help and the environment's names come from here. */
export const flagTable: readonly Flag[] = [
  {
    name: 'port',
    value: 'number',
    standard: '3000',
    about: 'Port of the web page and the API; 0 takes any free one and prints it.',
  },
  {
    name: 'host',
    value: 'name',
    standard: 'localhost',
    about: 'Where to listen; 0.0.0.0 lets other machines in.',
  },
  {
    name: 'data',
    value: 'folder',
    standard: './data',
    about: 'Everything is kept here: database, outbox, keys.',
  },
  {
    name: 'feed',
    value: 'source',
    standard: 'simulated',
    about:
      'Where prices come from: live, replay, simulated, or auto (live where it can be, simulated elsewhere). Every price is labelled.',
  },
  {
    name: 'replay-dir',
    value: 'folder',
    standard: null,
    about: 'Recorded quotes for --feed replay: CODE.YYYYMMDD.csv.gz.',
  },
  {
    name: 'replay-speed',
    value: 'number|max',
    standard: '1',
    about: 'How many times real time a replay runs.',
  },
  { name: 'replay-loop', value: null, standard: 'yes', about: 'Start each recording again at its end.' },
  {
    name: 'seed',
    value: 'number',
    standard: '1',
    about: 'The simulator’s chance: the same seed gives the same prices.',
  },
  {
    name: 'sandbox',
    value: null,
    standard: null,
    about:
      'A place to try things, with sample money and sample operators: simulated prices may fill real orders, and every page says so. Decided when the data folder is made (a sandbox, unless --no-sandbox says otherwise), and the same for ever: left out, it is as the folder is.',
  },
  {
    name: 'roles',
    value: 'list',
    standard: 'all',
    about:
      'What this process does: api, live, feeds, engine, jobs, separated by commas, or all. Fewer than all need DATABASE_URL; of several with feeds or engine one leads, and the next takes over.',
  },
  {
    name: 'metrics-port',
    value: 'number',
    standard: '0',
    about: 'Port of /metrics for Prometheus; 0 takes any free one.',
  },
  {
    name: 'console-port',
    value: 'number',
    standard: null,
    about:
      'Gives the operators’ console an address of its own, at this port; 0 takes any free one. Not in a sandbox, whose console is at /console.',
  },
  {
    name: 'console-host',
    value: 'name',
    standard: '127.0.0.1',
    about: 'Where the console listens when it has a port of its own.',
  },
  {
    name: 'console-url',
    value: 'address',
    standard: null,
    about:
      'The address operators reach it at, for links in mails; passkeys of operators are made for its name.',
  },
  {
    name: 'console-networks',
    value: 'networks',
    standard: null,
    about: 'Only these may reach it, as addresses or networks separated by commas.',
  },
  { name: 'metrics-host', value: 'name', standard: '127.0.0.1', about: 'Where /metrics listens.' },
  {
    name: 'trust-proxy',
    value: 'addresses',
    standard: null,
    about: 'Proxies whose X-Forwarded-For is believed, as addresses or networks separated by commas.',
  },
  {
    name: 'log-level',
    value: 'level',
    standard: 'info',
    about: 'fatal, error, warn, info, debug or silent. Logs are JSON on standard error.',
  },
]

type Variables = readonly (readonly [string, string])[]

const environment: Variables = [
  [
    'DATABASE_URL',
    'A PostgreSQL (15 or newer) to use instead of the embedded one; several processes may share it.',
  ],
  [
    'NATS_URL',
    'nats://user:password@host:4222 carries messages between those processes; without it the database does.',
  ],
  [
    'SMTP_URL',
    'The mail server, smtp://user:password@host:587; without it messages become files in <data>/outbox.',
  ],
  ['MAIL_FROM', 'The sender of our mail.'],
  [
    'BACKUP_KEY',
    'The public key (age1…) that backups are encrypted to; `candor backup-key` makes a pair. Only a sandbox makes backups without one.',
  ],
  [
    'S3_URL',
    'A store for uploaded files, https://key:secret@host/bucket?region=…; without it they lie in <data>/files. They are encrypted either way.',
  ],
  [
    'SCREENING_DIR',
    'A folder with lists of names that customers are compared with: sdn.csv and alt.csv of OFAC, targets.simple.csv of OpenSanctions. Read again when they change.',
  ],
  ['PUBLIC_URL', 'The address people reach this installation at; passkeys are made for its name.'],
]

const signInEnvironment: Variables = [
  [
    'SMS_URL',
    'Where text messages are handed over: https://account:token@host/path takes a form with To, From and Body, as Twilio does. Without it a sandbox writes files, and elsewhere no phone number is asked for.',
  ],
  ['SMS_FROM', 'The sender of our text messages. (Candor)'],
  [
    'GOOGLE_CLIENT_ID',
    'Turns sign-in with Google on, with GOOGLE_CLIENT_SECRET; let Google send people back to <PUBLIC_URL>/api/loginCallback/google.',
  ],
  ['GOOGLE_CLIENT_SECRET', 'The secret that belongs to it.'],
  ['GOOGLE_ISSUER', 'Another OpenID provider in its place. (https://accounts.google.com)'],
  [
    'CONSOLE_OIDC_ISSUER',
    'The OpenID provider that operators sign in with at the console; let it send them back to <--console-url or PUBLIC_URL>/console/sign-in.',
  ],
  ['CONSOLE_OIDC_CLIENT_ID', 'What the console is called there.'],
  ['CONSOLE_OIDC_CLIENT_SECRET', 'The secret that belongs to it.'],
  ['CONSOLE_OIDC_LABEL', 'What the button calls it: Sign in with … (single sign-on)'],
  [
    'CONSOLE_OIDC_SECOND_FACTOR',
    'What the provider has to say for its second factor to do: amr=mfa, acr=…, separated by commas. Without it the console asks for its own.',
  ],
]

const chainEnvironment: Variables = [
  [
    'EVM_RPC_URL',
    'An Ethereum node: ETH and USDT (ERC-20) deposits are looked at there, and credited by it.',
  ],
  ['EVM_USDT_ADDRESS', 'The USDT contract. (0xdAC17F958D2ee523a2206206994597C13D831ec7)'],
  ['ESPLORA_URL', 'An Esplora-compatible API for Bitcoin deposits, such as https://blockstream.info/api.'],
]

/** Read by `market-data/feeds/live/live-settings.ts`. */
const liveEnvironment: Variables = [
  [
    'CANDOR_CRYPTO_EXCHANGE',
    'Whose crypto prices: kraken, coinbase, binance or off; no key is needed. (kraken)',
  ],
  ['CANDOR_CRYPTO_URL', 'Another websocket address of that exchange, such as Binance’s for your country.'],
  ['CANDOR_MASSIVE_KEY', 'A key of Massive (formerly Polygon): turns on forex and stocks.'],
  ['CANDOR_MASSIVE_DELAYED', '1: its delayed stream; quotes are labelled delayed. (0)'],
  ['CANDOR_MASSIVE_FUTURES', 'Which contract stands for a market now: ES=ESZ6,NQ=NQZ6. Turns on futures.'],
]

const variableOf = (name: string): string => `CANDOR_${name.toUpperCase().replaceAll('-', '_')}`
export const envNameOf = (flag: Flag): string => variableOf(flag.name)

/** Flags win over `CANDOR_*`, which win over what is standard. */
export class FlagValues {
  private readonly given: ReadonlyMap<string, string>
  /** Flags whose value came from their environment variable: errors then name the variable. */
  private readonly fromEnv: ReadonlySet<string>

  constructor(given: ReadonlyMap<string, string>, fromEnv: ReadonlySet<string>) {
    this.given = given
    this.fromEnv = fromEnv
  }

  /** Returns the name as the person wrote it: `--port` or `CANDOR_PORT`. */
  nameOf(name: string): string {
    return this.fromEnv.has(name) ? variableOf(name) : `--${name}`
  }

  text(name: string): string | null {
    return this.given.get(name) ?? null
  }

  whole(name: string, least: number, most: number): number {
    const text = this.given.get(name) ?? ''
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    throw new ConfigError(
      `${this.nameOf(name)} must be a whole number from ${least} to ${most}; it was “${text}”.`,
    )
  }

  yes(name: string): boolean {
    return this.oneOf(name, ['yes', 'no', 'true', 'false', '1', '0']).match(/^(yes|true|1)$/) !== null
  }

  oneOf(name: string, choices: readonly string[]): string {
    const text = this.given.get(name) ?? ''
    if (choices.includes(text)) return text
    throw new ConfigError(`${this.nameOf(name)} must be one of ${choices.join(', ')}; it was “${text}”.`)
  }
}

export function readFlags(
  flags: readonly Flag[],
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): FlagValues {
  const given = new Map<string, string>()
  const fromEnv = new Set<string>()
  for (const flag of flags) {
    const variable = env[envNameOf(flag)] || null
    const value = variable ?? flag.standard
    if (variable !== null) fromEnv.add(flag.name)
    if (value !== null) given.set(flag.name, value)
  }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [name, value] = readArgument(flags, arg, rest)
    given.set(name, value)
    fromEnv.delete(name)
  }
  return new FlagValues(given, fromEnv)
}

function readArgument(flags: readonly Flag[], arg: string, rest: string[]): [string, string] {
  const [written = '', inline] = splitOnce(arg)
  const name = written.replace(/^--/, '')
  const flag = flags.find((candidate) => candidate.name === name)
  const negated = flags.find((candidate) => candidate.value === null && `no-${candidate.name}` === name)
  if (!written.startsWith('--') || (flag ?? negated) === undefined) {
    throw new ConfigError(`There is no flag “${arg}”; --help lists those there are.`)
  }
  if (negated !== undefined) return [negated.name, 'no']
  if (flag?.value === null) return [name, inline ?? 'yes']
  const value = inline ?? rest.shift()
  if (value === undefined || value.startsWith('--')) throw new ConfigError(`--${name} needs a value.`)
  return [name, value]
}

function splitOnce(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=')
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)]
}

/** Builds the output of `--help`. */
export function helpText(): string {
  const lines = flagTable.map((flag) => {
    const shown = flag.value === null ? `--${flag.name}, --no-${flag.name}` : `--${flag.name} <${flag.value}>`
    const standard =
      flag.standard === null ? '' : ` (${flag.value === null ? `--${flag.name}` : flag.standard})`
    return `  ${shown}\n      ${flag.about}${standard}\n      ${envNameOf(flag)}`
  })
  const written = (variables: Variables) =>
    variables.map(([name, about]) => `  ${name}\n      ${about}`).join('\n')
  return `Starts Candor.

  npm start                            a sandbox with simulated prices at http://localhost:3000
  npm start -- --port 8080 --feed auto

Flags, in brackets what stands when they are left out, below the variable that does the same:

${lines.join('\n')}

Variables only:

${written(environment)}

Ways to sign in beside password and passkey:

${written(signInEnvironment)}

Where deposits are looked at; without them, and always for USDT on TRC-20, a reviewer decides. Outside a sandbox only the main chains will do:

${written(chainEnvironment)}

Variables of --feed live and auto:

${written(liveEnvironment)}
`
}
