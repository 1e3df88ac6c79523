import { type Theme, themes } from './theme.ts'

export interface SoakFlags {
  readonly seeds: number
  readonly from: number
  readonly steps: number
  /** Runs only the seeds that have this theme; null: all. */
  readonly theme: Theme | null
  /** File in which a long run stores its progress; null: none. */
  readonly state: string | null
  readonly print: boolean
  readonly trace: boolean
  readonly twice: boolean
  readonly tally: boolean
  /** A PostgreSQL that runs, with a migrated template; null: one of its own. */
  readonly postgres: { readonly host: string; readonly port: number } | null
  /** Ends with the first seed that has findings. */
  readonly first: boolean
  /** Every kind of fault in few steps. */
  readonly tour: boolean
  /** A base that another run made or makes on the same PostgreSQL; null: one of its own. */
  readonly base: { readonly database: string; readonly dataDir: string } | null
}

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

const usage = `npm run soak:platform -- [flags]
  --seeds N     how many seeds (100)
  --from N      the first of them (1)
  --seed N      this seed alone
  --steps N     steps a seed (200)
  --theme NAME  only the seeds with this theme
  --state FILE  keep how far the run came here, and go on from it
  --print       tell every step
  --trace       tell every statement too
  --twice       run every seed twice and compare how it ends
  --tally       count what was answered to which call
  --postgres H:P  use this PostgreSQL, as the test does
  --first       end with the first seed that has findings
  --tour        every kind of fault in few steps
  --base N:DIR  share the base database N and its folder with other runs on the same PostgreSQL`

/** Reads the command line; an unknown flag ends the process with the list of all. */
export function readFlags(args: readonly string[]): SoakFlags {
  const values = new Map<string, string>()
  for (let at = 0; at < args.length; at++) {
    const [flag = '', next = ''] = [args[at], args[at + 1]]
    const name = flag.replace(/^--/, '')
    if (!known.includes(name)) {
      print(usage)
      process.exit(2)
    }
    values.set(name, valued.includes(name) ? next : 'yes')
    if (valued.includes(name)) at++
  }
  const text = (name: string) => values.get(name) ?? null
  const number = (name: string, otherwise: number) => Number(values.get(name) ?? otherwise)
  const alone = values.has('seed')
  return {
    seeds: alone ? 1 : number('seeds', 100),
    from: alone ? number('seed', 1) : number('from', 1),
    steps: number('steps', 200),
    theme: themeNamed(text('theme')),
    state: text('state'),
    print: values.has('print'),
    trace: values.has('trace'),
    twice: values.has('twice'),
    tally: values.has('tally'),
    first: values.has('first'),
    tour: values.has('tour'),
    base: baseOf(text('base')),
    postgres: placeOf(text('postgres')),
  }
}

function themeNamed(name: string | null): Theme | null {
  const theme = themes.find((one) => one === name) ?? null
  if (name === null || theme !== null) return theme
  print(`themes: ${themes.join(', ')}`)
  process.exit(2)
}

function placeOf(text: string | null): SoakFlags['postgres'] {
  if (text === null) return null
  const at = text.lastIndexOf(':')
  return { host: text.slice(0, at), port: Number(text.slice(at + 1)) }
}

function baseOf(text: string | null): SoakFlags['base'] {
  if (text === null) return null
  const at = text.indexOf(':')
  return { database: text.slice(0, at), dataDir: text.slice(at + 1) }
}

const valued = ['base', 'seeds', 'from', 'seed', 'steps', 'theme', 'state', 'postgres']
const known = [...valued, 'print', 'trace', 'twice', 'tally', 'first', 'tour']
