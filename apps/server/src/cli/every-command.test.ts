import { chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { identityProofs } from '../accounts/identity-proofs.ts'
import { addOperator } from '../back-office/operators/people/add-operator.ts'
import { temporaryDataDir } from '../platform/database/temporary/temporary-data-dir.ts'
import { createAudit } from '../proofs/audit/audit.ts'
import { startEmbeddedTestApp, type TestApp } from '../testing/test-app.ts'
import { startOpenId } from '../testing/test-openid.ts'
import { proposeTreasury, signInOperator, type TestOperator } from '../testing/test-operators.ts'
import { candleRows } from './markets/test-history.ts'
import { writeRecording } from './markets/test-recording.ts'
import { program } from './program.ts'
import { candorIn, signInInputOf, tradedReceipt } from './test-candor.ts'

interface Expected {
  /** Words after the command's name. */
  readonly args: readonly string[]
  readonly code: number
  readonly says: RegExp
}

interface TypedCommand {
  readonly args: readonly string[]
  readonly input: string
}

interface CommandTest {
  /** In an empty folder, without an installation: nothing is written there. */
  readonly alone: Expected
  /** Beside a running server, whose data folder is named unless `without` says so. */
  readonly online: Expected & {
    readonly withoutData?: true
    readonly prepare?: (app: TestApp) => Promise<void>
    /** Words after the name where they depend on the server, and a person's answers. */
    readonly typedOn?: (app: TestApp) => Promise<TypedCommand>
  }
}

const folder = temporaryDataDir('candor-commands-')
const files = {
  empty: join(folder, 'empty'),
  backup: join(folder, 'all.backup'),
  receipt: join(folder, 'receipt.json'),
}
mkdirSync(files.empty)
const historyFolder = join(folder, 'history')
mkdirSync(historyFolder)
writeFileSync(join(historyFolder, 'AAPL.1m.csv'), candleRows(Date.UTC(2014, 5, 6), 3))
const replayed = writeRecording(folder)

const noInstallation = /^There is no installation in \S+: pass its data folder with --data\.\n$/
const noKey = /^There is no key in \S+/
const op = ['--email', 'op@candor.example']
const operator = [...op, '--role', 'finance', '--password', 'a long and plain phrase']
const stock = ['--market', 'AAPL']

/** Refused alone because there is no installation; carried out beside a server. */
const onInstallation = (args: readonly string[], says: RegExp): CommandTest => ({
  alone: { args, code: 2, says: noInstallation },
  online: { args, code: 0, says },
})

const move = [
  ...['--act', 'put-in', '--account', 'loan-capital', '--amount', '5', '--reference', 'bank 5'],
  ...['--reason', 'capital of the house'],
]
const why = ['--reason', 'not agreed']

/** Refused alone because there is no installation; beside a server an operator signs in. */
const atDesk = (
  args: readonly string[],
  says: RegExp,
  typedOn: (app: TestApp) => Promise<TypedCommand>,
): CommandTest => ({
  alone: { args: [...args, ...op], code: 2, says: noInstallation },
  online: { args: [], code: 0, says, typedOn },
})

/** A move that waits for a second person. */
async function proposed(app: TestApp, by?: TestOperator): Promise<string> {
  const fay = by ?? (await signInOperator(app, 'finance'))
  return (await proposeTreasury(fay, { place: 'yield-reserve', amount: '5' })).result.id
}

/** One line for every command of `candor --help`, in the order in which they run beside the server. */
const commandTests: Readonly<Record<string, CommandTest>> = {
  reconcile: onInstallation([], /^DEMO .*\n[\s\S]*clean\n$/m),
  'operator create': onInstallation(operator, /^Operator op@candor\.example \(finance\) added\.\n/),
  'operator reset': atDesk(
    ['--by', 'admin@candor.example'],
    /^lost@candor\.example has a new password/,
    async (app) => {
      const admin = await signInOperator(app, 'admin')
      const lost = {
        email: 'lost@candor.example',
        role: 'finance',
        password: 'a long and plain phrase',
      } as const
      const clock = { now: () => app.now() }
      const accounts = {
        db: app.db,
        clock,
        audit: createAudit(clock),
        identity: identityProofs,
        secrets: app.secrets,
      }
      await addOperator(accounts, lost, 'command-line')
      const fresh = 'another long and plain phrase'
      return {
        args: ['--email', lost.email, '--by', admin.email],
        input: `${await signInInputOf(app, admin)}${fresh}\n${fresh}\n`,
      }
    },
  ),
  'operator code': onInstallation(op, /^\d{6}\n$/),
  'clock advance': onInstallation(['1s'], /^The clock is now at /),
  'market halt': onInstallation([...stock, '--reason', 'news'], /^AAPL is halted \(news\)\.\n$/),
  'market resume': onInstallation(stock, /^AAPL trades again\.\n$/),
  'corporate-action split': onInstallation([...stock, '--ratio', '2:1'], /^AAPL: split 2:1 at /),
  'corporate-action dividend': onInstallation([...stock, '--amount', '0.26'], /^AAPL: dividend 0\.26 at /),
  'history import': onInstallation(
    ['--dir', historyFolder],
    /^AAPL\.1m\.csv: 3 1m candles of AAPL\n\nFiles: 1 imported, /,
  ),
  'history export': onInstallation(
    [...stock, '--out', '-'],
    /^time,open,high,low,close,volume\n2014-06-06T00:00:00\.000Z,/,
  ),
  'history remove': onInstallation(stock, /^AAPL: \d+ imported candles of 1 files? removed\.\n$/),
  'books export': onInstallation(['--out', '-'], /^; Candor: entries of real money[\s\S]*\n\d+ entries\.\n$/),
  'books balance': onInstallation([], /^USDT +debit +credit\nAssets:Custody /),
  'treasury show': onInstallation([], /^account +coin +balance[\s\S]*\ntrading-capital +USDT .* funded\n/),
  'treasury waiting': onInstallation([], /^No moves are waiting\.\n$/),
  'treasury propose': atDesk(move, /^Proposed: Fund the loan capital with 5 USDT\./, async (app) => {
    const fay = await signInOperator(app, 'finance')
    return { args: [...move, '--email', fay.email], input: await signInInputOf(app, fay) }
  }),
  'treasury approve': atDesk(
    ['none'],
    /\nApproved: Fund the yield reserve of smart plans with 5 USDT/,
    async (app) => {
      const fred = await signInOperator(app, 'finance')
      return {
        args: [await proposed(app), '--email', fred.email],
        input: `${await signInInputOf(app, fred)}yes\n`,
      }
    },
  ),
  'treasury refuse': atDesk(
    ['none', ...why],
    /^Refused: Fund the yield reserve of smart plans with 5 USDT/,
    async (app) => {
      const fred = await signInOperator(app, 'finance')
      return {
        args: [await proposed(app), ...why, '--email', fred.email],
        input: await signInInputOf(app, fred),
      }
    },
  ),
  'treasury withdraw': atDesk(
    ['none'],
    /^Withdrawn: Fund the yield reserve of smart plans with 5 USDT/,
    async (app) => {
      const fay = await signInOperator(app, 'finance')
      return { args: [await proposed(app, fay), '--email', fay.email], input: await signInInputOf(app, fay) }
    },
  ),
  backup: onInstallation(['--to', files.backup], /^\d+ rows of \d+ tables and \d+ files are in /),
  'local-venue': {
    alone: {
      args: ['--prices', 'nowhere'],
      code: 2,
      says: /^--prices must be the address of a server, such as /,
    },
    online: {
      args: ['--prices', 'http://localhost:1', '--port', '70000'],
      code: 2,
      says: /^--port must be a number from 0 to 65535\.\n$/,
      withoutData: true,
    },
  },
  backups: {
    alone: { args: [], code: 2, says: /^BACKUP_TO is not set: / },
    online: { args: [], code: 2, says: /^BACKUP_TO is not set: / },
  },
  'backup-key': {
    alone: { args: ['--to', 'none/key'], code: 2, says: /^The key cannot be written to \S+key: ENOENT/ },
    online: {
      args: ['--to', join(folder, 'backup.key')],
      code: 0,
      says: /^The private key is in \S+[\s\S]+\nThe public key, for BACKUP_KEY: age1\w+\n$/,
      withoutData: true,
    },
  },
  erased: onInstallation(
    ['--to', join(folder, 'erased.txt')],
    /^Erased customers whose ids are in \S+: 0\.\n$/,
  ),
  restore: {
    alone: { args: ['--from', 'none.backup'], code: 2, says: /^There is no file \S+none\.backup\.\n$/ },
    online: { args: ['--from', files.backup], code: 2, says: /^A server runs on \S+/ },
  },
  'send-held': onInstallation(
    [],
    /^Sent by the server from now on: 0 letters and 0 notices that a restore held\.\n$/,
  ),
  'keys rotate': {
    alone: { args: [], code: 2, says: noInstallation },
    online: { args: [], code: 2, says: /^A server runs on \S+: stop it, .* Nothing was changed\.\n$/ },
  },
  setup: {
    alone: { args: ['--yes'], code: 2, says: /^Add --no-sandbox for a real installation or --sandbox / },
    online: {
      args: ['--yes', '--no-sandbox'],
      code: 2,
      says: /^This installation is a sandbox and cannot become real: /,
    },
  },
  doctor: {
    alone: {
      args: [],
      code: 0,
      says: /\n {2}warning {2}There is no installation in [\s\S]+customers’ pictures:\n {2}ok {7}\S/,
    },
    online: {
      args: [],
      code: 0,
      says: /\nDatabase:\n {2}ok {7}PostgreSQL [\s\S]+\n {2}ok {7}candor_app may do what this version grants/,
    },
  },
  upgrade: onInstallation(['--check'], /^An upgrade of the installation in [\s\S]*\nIt may be upgraded\./),
  clusters: {
    alone: { args: [], code: 0, says: /./ },
    online: { args: [], code: 0, says: /./, withoutData: true },
  },
  verify: {
    alone: { args: ['none.json'], code: 2, says: /^none\.json cannot be read as JSON\.\n$/ },
    online: {
      args: [files.receipt],
      code: 0,
      says: /^valid: signed by /,
      prepare: async (app) => {
        const { token } = await app.signUp()
        writeFileSync(files.receipt, await tradedReceipt(app, token))
      },
    },
  },
  'verify-audit': {
    alone: { args: [], code: 2, says: noKey },
    online: { args: [], code: 0, says: /^the audit log is intact: [1-9]\d* entries/ },
  },
  'verify-liabilities': {
    alone: { args: [], code: 2, says: noKey },
    online: { args: [], code: 0, says: /^the proofs of liabilities are valid: \d+ published\n$/ },
  },
  'recompute-execution': {
    alone: { args: ['--day', 'latest'], code: 2, says: noKey },
    online: {
      args: ['--day', 'latest'],
      code: 2,
      says: /^There is no execution report yet\.\n$/,
    },
  },
  replay: {
    alone: {
      args: ['--dir', 'none', '--orders', replayed[3] ?? ''],
      code: 2,
      says: /^The replay folder none cannot be read\.\n$/,
    },
    online: { args: replayed, code: 0, says: /"event":"fill".*\n.*"event":"close"[\s\S]*"as":"ana"/ },
  },
}

const entries = Object.entries(commandTests)

/** The names of all commands that do something, below their groups. */
function namesBelow(command: Command): string[] {
  return command.commands.flatMap((child) =>
    child.commands.length === 0 ? [child.name()] : namesBelow(child).map((name) => `${child.name()} ${name}`),
  )
}

const words = (name: string, args: readonly string[]) => [...name.split(' '), ...args]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('issue 11.12: every command of candor --help has its line here, and is run as a process below', () => {
  expect(Object.keys(commandTests).sort()).toEqual(namesBelow(program).sort())
})

test('an option that does not exist is a mistake of whoever typed it, at every command', async () => {
  const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    for (const name of Object.keys(commandTests))
      await expect(
        program.parseAsync(['node', 'candor', ...words(name, ['--no-such-option'])]),
        name,
      ).rejects.toMatchObject({ code: expect.stringMatching(/^commander\./) })
  } finally {
    quiet.mockRestore()
  }
})

test('alone in an empty folder every command says in one sentence what it lacks, and writes nothing there', async () => {
  // Two at a time: most of it is the start of a process.
  const waiting = [...entries]
  const runNext = async (): Promise<void> => {
    const next = waiting.pop()
    if (next === undefined) return
    const [name, { alone }] = next
    const { code, out } = await candorIn(files.empty, words(name, alone.args))
    expect([name, code, out]).toEqual([name, alone.code, expect.stringMatching(alone.says)])
    await runNext()
  }
  await Promise.all([runNext(), runNext()])
  expect(readdirSync(files.empty)).toEqual([])
})

test('I12.6: the doctor judges the user of the server, not the one who runs it', async () => {
  const dataDir = temporaryDataDir('candor-doctor-')
  mkdirSync(join(dataDir, 'keys'))
  writeFileSync(join(dataDir, 'keys', 'files.key'), 'of a server')
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(join(dataDir, 'keys', 'files.key'), 4_177, 4_177)
  const { out } = await candorIn(files.empty, ['doctor', '--data', dataDir])
  expect(out).toContain(`It runs as the server’s user (${isRoot ? 4_177 : process.getuid?.()})`)
  rmSync(dataDir, { recursive: true, force: true })
})

test('I12.9: the doctor asks the providers that are set who they are, and says which of them answers', async () => {
  const openId = await startOpenId(['http://localhost:3996/console/sign-in'])
  const { issuer, clientId, clientSecret } = openId
  const nowhere = 'http://localhost:9'
  const { code, out } = await candorIn(files.empty, ['doctor'], {
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: nowhere,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
  })
  await openId.close()
  expect([code, out]).toEqual([1, expect.stringContaining(`\n  ok       ${issuer} responds.\n`)])
  expect(out).toContain(`\n  failure  ${nowhere} cannot be reached: `)
  expect(out).not.toContain(clientSecret)
})

describe('beside a running server', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startEmbeddedTestApp()
  })
  afterAll(() => app.dispose())

  test.each(entries)('candor %s does its work, and the server serves on', async (name, { online }) => {
    await online.prepare?.(app)
    const data = online.withoutData === true ? [] : ['--data', app.dataDir]
    const { args, input } = (await online.typedOn?.(app)) ?? { args: online.args, input: '' }
    const { code, out } = await candorIn(files.empty, words(name, [...args, ...data]), {}, input)
    expect([code, out]).toEqual([online.code, expect.stringMatching(online.says)])
    expect(readdirSync(files.empty)).toEqual([])
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })
})
