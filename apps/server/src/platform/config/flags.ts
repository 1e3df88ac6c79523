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
    about: 'Port of the web app and the API; 0 uses any free port and prints it.',
  },
  {
    name: 'host',
    value: 'name',
    standard: 'localhost',
    about: 'Address to listen on; 0.0.0.0 accepts connections from other machines.',
  },
  {
    name: 'data',
    value: 'folder',
    standard: './data',
    about: 'Folder for everything: database, outbox, keys.',
  },
  {
    name: 'settings',
    value: 'file',
    standard: null,
    about:
      'File with settings, a NAME=value a line, as `candor setup` writes it. Without the flag: candor.env in the data folder, if it exists. The environment takes precedence over it, and flags over both.',
  },
  {
    name: 'feed',
    value: 'source',
    standard: 'simulated',
    about:
      'Source of prices: live, replay, simulated, or auto (live where available, simulated elsewhere). Every price is labelled.',
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
    about: 'Speed of a replay, as a multiple of real time.',
  },
  { name: 'replay-loop', value: null, standard: 'yes', about: 'Restart each recording at its end.' },
  {
    name: 'seed',
    value: 'number',
    standard: '1',
    about: 'Seed of simulated prices: the same seed gives the same prices.',
  },
  {
    name: 'sandbox',
    value: null,
    standard: null,
    about:
      'Installation for trying out, with sample money and sample operators: simulated prices can fill real orders, and every page says so. Set when the data folder is created (a sandbox, unless --no-sandbox is given) and permanent. Without the flag, the folder decides.',
  },
  {
    name: 'roles',
    value: 'list',
    standard: 'all',
    about:
      'Roles of this process: api, live, feeds, engine, jobs, separated by commas, or all. Anything but all needs DATABASE_URL. Of several processes with feeds or engine one leads, and another takes over if it fails.',
  },
  {
    name: 'metrics-port',
    value: 'number',
    standard: '0',
    about: 'Port of /metrics for Prometheus; 0 uses any free port.',
  },
  {
    name: 'console-port',
    value: 'number',
    standard: null,
    about:
      'Separate port for the operators’ console; 0 uses any free port. Not in a sandbox, whose console is at /console.',
  },
  {
    name: 'console-host',
    value: 'name',
    standard: '127.0.0.1',
    about: 'Address the console listens on when it has its own port.',
  },
  {
    name: 'console-url',
    value: 'address',
    standard: null,
    about: 'Public address of the console, for links in emails; operators’ passkeys are bound to its name.',
  },
  {
    name: 'console-networks',
    value: 'networks',
    standard: null,
    about: 'Addresses or networks that can reach the console, separated by commas.',
  },
  { name: 'metrics-host', value: 'name', standard: '127.0.0.1', about: 'Address /metrics listens on.' },
  {
    name: 'trust-proxy',
    value: 'addresses',
    standard: null,
    about: 'Proxies whose X-Forwarded-For is trusted, as addresses or networks separated by commas.',
  },
  {
    name: 'trace-to',
    value: 'address',
    standard: null,
    about:
      'OpenTelemetry collector (OTLP over HTTP, such as http://localhost:4318) that traces are sent to; without it there are none. OTEL_EXPORTER_OTLP_ENDPOINT sets it too.',
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
    throw new ConfigError(`There is no flag “${arg}”; --help lists all flags.`)
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
