import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryDataDir } from '../../platform/database/temporary/temporary-data-dir.ts'
import { killProcesses, startProcess } from '../../testing/server-process.ts'
import { type MailServer, startMailServer } from '../../testing/servers/mail-server.ts'
import { candorIn } from '../test-candor.ts'

const folder = temporaryDataDir('candor-setup-')
const empty = join(folder, 'empty')
mkdirSync(empty)
const dataDir = join(folder, 'data')
const file = join(dataDir, 'candor.env')
let mail: MailServer
let proxy: Server
let publicUrl: string
/** Address that the proxy forwards to, and whether it states the visitor's. */
let forwards = { to: '', states: true }

beforeAll(async () => {
  mail = await startMailServer({ signIn: { user: 'trade', password: 'of-the-mail-server' } })
  proxy = createServer((from, to) => {
    if (forwards.to === '') return to.destroy()
    const stated = forwards.states ? { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' } : {}
    const { method, headers } = from
    const onward = request(
      `${forwards.to}${from.url}`,
      { method, headers: { ...headers, ...stated } },
      (response) => {
        to.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(to)
      },
    )
    onward.on('error', () => to.destroy())
    return from.pipe(onward)
  }).listen(0, 'localhost')
  await once(proxy, 'listening')
  publicUrl = `http://localhost:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  await killProcesses()
  proxy.closeAllConnections()
  proxy.close()
  await mail.close()
  rmSync(folder, { recursive: true, force: true })
})

const setup = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') =>
  candorIn(empty, ['setup', '--data', dataDir, ...args], env, input)

/** SettingValues in the order of the questions. */
const typed = (lines: readonly string[]) => `${lines.join('\n')}\n`
const untilMail = ['', 'real', '', '', 'http://trade.example', '', 'loopback', '']

test('I16.13: an input that ends, or is refused at the end, leaves nothing written', async () => {
  const early = await setup([], {}, typed(untilMail))
  expect([early.code, early.out]).toEqual([
    2,
    expect.stringMatching(/An input is missing\. Nothing was changed\.\n$/),
  ])
  // The answer before was refused, so that the question was asked again.
  expect(early.out).toContain('PUBLIC_URL must begin with https:// ')
  const no = await setup(
    ['--public-url', publicUrl],
    { SMTP_URL: mail.url },
    typed([...Array(16).fill(''), 'no']),
  )
  expect([no.code, no.out]).toEqual([2, expect.stringMatching(/Nothing was changed\.\n$/)])
  expect(existsSync(dataDir)).toBe(false)
})

test('I16.13: with --yes a missing choice, a wrong value, an unknown name and a flag without use are refused, and nothing is written', async () => {
  const refused = async (args: readonly string[], env = {}, input = '') => {
    const { code, out } = await setup(args, env, input)
    expect(code, out).toBe(2)
    return out
  }
  const real = ['--yes', '--no-sandbox']
  const outputs = await Promise.all([
    refused(['--yes']),
    refused([...real, '--port', '99999']),
    refused([...real, '--console-url', 'https://desk.example']),
    refused(['--yes', '--sandbox', '--admin', 'ada@desk.example']),
    refused(['--yes', '--sandbox', '--from', '-'], {}, 'SMPT_URL=smtp://x:hidden@y\n'),
    refused(['--from', '-']),
    refused(real, { BACKUP_TO: join(folder, 'backups') }),
  ])
  expect(outputs).toEqual([
    expect.stringContaining('Add --no-sandbox for a real installation or --sandbox'),
    expect.stringContaining('CANDOR_PORT must be a whole number'),
    expect.stringContaining('--console-url has no use'),
    expect.stringContaining('omit --admin'),
    expect.stringContaining('Did you mean SMTP_URL?'),
    expect.stringContaining('add --yes'),
    expect.stringContaining('BACKUP_TO needs BACKUP_KEY'),
  ])
  expect(existsSync(dataDir)).toBe(false)
})

const names = (mails: MailServer['mails']) => mails.flatMap(({ to }) => to)
const linkTo = (email: string): string => {
  const raw = mail.mails.filter(({ to }) => to.includes(email)).at(-1)?.raw ?? ''
  return /#\/join\/([\w-]{43})/.exec(raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? ''
}

const backupKey = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'

test('I16.13: asked on its input, setup writes the settings, makes a real installation and mails two invitations; again it invites nobody', async () => {
  const values = typed([
    ...['', 'real', '', '', 'trade.example', publicUrl, 'loopback', ''],
    ...[mail.url, 'Trade <no-reply@trade.example>', 'simulated', '', ''],
    ...['age1nonsense', backupKey, join(folder, 'backups'), ''],
    ...['ada@desk.example', 'no address', 'bob@desk.example', 'yes'],
  ])
  const { out } = await setup([], {}, values)
  expect(out).toContain(`The settings are in ${file}.`)
  expect(out).toContain(`The installation in ${dataDir} is real, permanently.`)
  expect(out).toContain('SMTP_URL: not set → (secret)')
  expect(out).toContain('accepts the connection and the sign-in. No mail was sent.')
  expect(out).not.toContain('of-the-mail-server')
  expect(names(mail.mails)).toEqual(['ada@desk.example', 'bob@desk.example'])
  expect(out).not.toContain(linkTo('ada@desk.example'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain(`\nSMTP_URL=${mail.url}\n`)

  const again = await setup(['--yes'])
  expect(again.out).toMatch(/^The settings are in /)
  expect(again.out).toContain('Invited before, until ')
  const third = await setup([
    '--yes',
    '--admin',
    'ada@desk.example',
    '--admin',
    'bob@desk.example',
    '--admin',
    'eve@desk.example',
  ])
  expect([third.code, third.out]).toEqual([2, expect.stringContaining('Setup invites the first two admins.')])
  const other = await setup(['--yes', '--sandbox'])
  expect([other.code, other.out]).toEqual([2, expect.stringContaining('is real and cannot become a sandbox')])
  expect(names(mail.mails)).toHaveLength(2)
})

test('I16.13: where the mail server does not take it, the link is printed once; --send-again replaces it', async () => {
  const elsewhere = join(folder, 'second')
  const args = ['setup', '--data', elsewhere, '--yes', '--no-sandbox', '--admin', 'ada@desk.example']
  const settings = join(folder, 'second.env')
  const values = `SMTP_URL=${mail.url.replace('of-the-mail-server', 'wrong')}\nCANDOR_LOG_LEVEL=warn\nPUBLIC_URL=https://trade.example\n`
  const made = await candorIn(empty, [...args, '--settings', settings, '--from', '-'], {}, values)
  const [, first] = /(https:\/\/trade\.example\/console#\/join\/[\w-]{43})\n/.exec(made.out) ?? []
  expect(first, made.out).toBeDefined()
  expect(made.out).toContain('Whoever opens it becomes admin. It is shown only now.')
  expect(made.out).toMatch(/failure {2}127\.0\.0\.1:\d+ does not take mail: .*535.* Check SMTP_URL\./)
  expect(made.out).toContain('With fewer than two operators these cannot be decided')
  expect(made.out).toContain('inviting an operator')
  expect(made.out).not.toContain('wrong@')
  // What it does not ask for stays, and so does the folder, which the named file states.
  expect(readFileSync(settings, 'utf8')).toMatch(
    /\nCANDOR_DATA=\S+second\n[\s\S]*# Other settings\nCANDOR_LOG_LEVEL=warn\n$/,
  )
  const again = await candorIn(empty, ['setup', '--settings', settings, '--yes', '--send-again'])
  const [, second] = /(https:\/\/trade\.example\/console#\/join\/[\w-]{43})\n/.exec(again.out) ?? []
  expect(second, again.out).toBeDefined()
  expect(second).not.toBe(first)
})

interface DoctorResult {
  readonly failures: number
  readonly checks: readonly { name: string; findings: readonly { level: string; sentence: string }[] }[]
}

async function doctor(env: Readonly<Record<string, string>> = {}) {
  const { code, out } = await candorIn(empty, ['doctor', '--json', '--data', dataDir], env)
  const result = JSON.parse(out) as DoctorResult
  expect(code).toBe(result.failures > 0 ? 1 : 0)
  expect(out).not.toContain('of-the-mail-server')
  return (name: string) =>
    result.checks
      .find((check) => check.name === name)
      ?.findings.map(({ level, sentence }) => `${level} ${sentence}`) ?? []
}

/** Joins as the page does: looks at the invitation, and sets password and second factor. */
async function joinBy(url: string, token: string): Promise<number> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-candor-console': '1' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as { code: number; result: { secret: string } }
  }
  const { result } = await post('/ops/join/look', { token })
  const totp = new TOTP({ secret: Secret.fromBase32(result.secret), period: 30, digits: 6 }).generate()
  return (await post('/ops/join', { token, password: 'a long and plain phrase', totp })).code
}

test('I16.13: the server starts with the settings of its data folder, both admins join by their links, and the doctor sees address, proxy and people', async () => {
  const before = await doctor()
  expect(before('public-url').at(-1)).toMatch(
    /^warning Nothing answers at http:\/\/localhost:\d+ .* The server does not run now/,
  )
  expect(before('operators')).toEqual([
    expect.stringMatching(/^warning Nobody can sign in as admin/),
    expect.stringMatching(/^warning ada@desk\.example has not joined yet; the link is valid for 7 more days/),
    expect.stringMatching(/^warning bob@desk\.example has not joined yet/),
  ])
  const server = await startProcess(['--data', dataDir])
  forwards = { to: server.url, states: true }
  expect(await joinBy(publicUrl, linkTo('ada@desk.example'))).toBe(200)
  expect(await joinBy(publicUrl, linkTo('bob@desk.example'))).toBe(200)
  const found = await doctor()
  expect(found('operators')).toEqual(['ok 2 admins can sign in, each with two-factor authentication.'])
  expect(found('public-url')).toEqual([
    expect.stringMatching(/^ok localhost leads to /),
    expect.stringMatching(/^ok This installation answers at http:\/\/localhost:\d+, with version /),
    'ok The proxy states the visitor’s address (X-Forwarded-For), and is trusted to.',
  ])
  expect(found('database').every((one) => one.startsWith('ok '))).toBe(true)
  expect(found('mail')[0]).toMatch(/^ok 127\.0\.0\.1:\d+ accepts/)
  expect(found('prices')).toEqual([
    'failure Prices are simulated, and fill no real order: set CANDOR_FEED=live.',
  ])
  forwards = { to: server.url, states: false }
  expect((await doctor())('public-url').at(-1)).toMatch(/^warning No proxy is in front/)
  const stranger = `http://127.0.0.1:${new URL(mail.url).port}`
  expect((await doctor({ PUBLIC_URL: stranger }))('public-url').at(-1)).toMatch(/^failure /)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('I16.13: a settings file that others can read is a failure, and one with an unknown name is refused by every command', async () => {
  const own = join(folder, 'open.env')
  writeFileSync(own, 'CANDOR_PORT=3100\n', { mode: 0o644 })
  const { code, out } = await candorIn(empty, ['doctor', '--settings', own])
  expect([code, out]).toEqual([1, expect.stringContaining(`chmod 600 ${own}`)])
  writeFileSync(own, 'CANDOR_PROT=3100\n', { mode: 0o600 })
  for (const command of [['doctor'], ['reconcile'], ['setup', '--yes']])
    expect(await candorIn(empty, [...command, '--settings', own])).toEqual({
      code: 2,
      out: `There is no setting CANDOR_PROT (line 1 of ${own}). Did you mean CANDOR_PORT?\n`,
    })
})
