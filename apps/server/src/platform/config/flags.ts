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
