import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { envNameOf, flagTable } from './config/flags.ts'
import { helpText } from './config/help-text.ts'
import { ConfigError, readConfig } from './config.ts'

const read = (args: string[], env: NodeJS.ProcessEnv = {}) => readConfig(args, env, '/home/ana')

test('issue 2: without flags it has simulated prices, the kind of its data folder, port 3000 and its data in ./data', () => {
  expect(read([])).toMatchObject({
    port: 3000,
    dataDir: '/home/ana/data',
    feed: 'simulated',
    sandbox: null,
    roles: ['api', 'live', 'feeds', 'engine', 'jobs'],
  })
})

test('flags override the environment, which overrides the defaults', () => {
  const env = { CANDOR_PORT: '4000', CANDOR_DATA: '/srv/candor', CANDOR_SANDBOX: 'no', CANDOR_SEED: '7' }
  expect(read(['--port=5000'], env)).toMatchObject({
    port: 5000,
    dataDir: '/srv/candor',
    sandbox: false,
    seed: 7,
  })
  expect(read(['--sandbox'], env).sandbox).toBe(true)
})

test('I16.15: backups of its own go to a folder or a store, hourly unless stated, by a rotation, and nonsense is refused', () => {
  expect(read([]).backups).toBeNull()
  expect(read([], { BACKUP_TO: '/mnt/backups' }).backups).toEqual({
    to: '/mnt/backups',
    everyMs: 3_600_000,
    rotation: { hours: 24, days: 14, weeks: 8 },
    logDays: 7,
  })
  const to = 'https://key:secret@store.example/bucket/candor?region=eu-central-1'
  expect(
    read([], { BACKUP_TO: to, BACKUP_EVERY: '6h', BACKUP_KEEP: '30d', BACKUP_LOG_DAYS: '3' }).backups,
  ).toEqual({
    to,
    everyMs: 21_600_000,
    rotation: { hours: 0, days: 30, weeks: 0 },
    logDays: 3,
  })
  for (const wrong of [
    { BACKUP_TO: 'ftp://x/y' },
    { BACKUP_EVERY: '0h' },
    { BACKUP_EVERY: 'daily' },
    { BACKUP_KEEP: '7y' },
    { BACKUP_LOG_DAYS: '0' },
  ])
    expect(() => read([], { BACKUP_TO: '/mnt', ...wrong }), JSON.stringify(wrong)).toThrow(ConfigError)
  expect(() => read([], { BACKUP_TO: '/home/ana/data/backups' })).toThrow('is within the data folder')
})

test('a replay accepts a number or max as its speed, and loops by default', () => {
  const replay = ['--feed', 'replay', '--replay-dir', 'quotes']
  expect(read([...replay, '--replay-speed', 'max']).replaySpeed).toBe(Number.POSITIVE_INFINITY)
  expect(read([...replay, '--replay-speed', '60', '--no-replay-loop'])).toMatchObject({
    replaySpeed: 60,
    replayLoop: false,
    replayDir: '/home/ana/quotes',
  })
})

const wrong: readonly (readonly [string[], string])[] = [
  [['--port', 'abc'], '--port must be a whole number from 0 to 65535; it was “abc”.'],
  [['--port', '70000'], '--port must be a whole number from 0 to 65535; it was “70000”.'],
  [['--port'], '--port needs a value.'],
  [['--port', '--data', 'x'], '--port needs a value.'],
  [['--prot', '1'], 'There is no flag “--prot”; --help lists all flags.'],
  [['data'], 'There is no flag “data”; --help lists all flags.'],
  [['--feed', 'wire'], '--feed must be one of live, replay, simulated, auto; it was “wire”.'],
  [['--feed', 'replay'], '--feed replay needs --replay-dir: the folder with the recorded quotes.'],
  [['--replay-speed', '0'], '--replay-speed must be a number above 0, or max; it was “0”.'],
  [
    ['--trust-proxy', '10.0.0.1,my-proxy'],
    '--trust-proxy must contain addresses such as 10.0.0.1 or 10.0.0.0/8; “my-proxy” is not one.',
  ],
  [
    ['--trust-proxy', '10.0.0.0/64'],
    '--trust-proxy must contain addresses such as 10.0.0.1 or 10.0.0.0/8; “10.0.0.0/64” is not one.',
  ],
  [
    ['--roles', 'api,cook'],
    '--roles must list api, live, feeds, engine, jobs or all; “cook” is not one of them.',
  ],
]
for (const [args, sentence] of wrong) {
  test(`${args.join(' ')}: one sentence reports the fault`, () => {
    expect(() => read(args)).toThrow(new ConfigError(sentence))
  })
}

test('a wrong variable is named as such, a flag that wins over it is not', () => {
  expect(() => read([], { CANDOR_PORT: 'x' })).toThrow(
    new ConfigError('CANDOR_PORT must be a whole number from 0 to 65535; it was “x”.'),
  )
  expect(() => read(['--port', 'y'], { CANDOR_PORT: 'x' })).toThrow(/^--port must be/)
  expect(() => read([], { CANDOR_FEED: 'wire' })).toThrow(/^CANDOR_FEED must be one of/)
})

test('refuses an invalid address without repeating it, because it may contain a password', () => {
  for (const [name, value] of [
    ['DATABASE_URL', 'secret'],
    ['DATABASE_URL', 'http://a:secret@host/x'],
    ['SMTP_URL', 'secret'],
    ['SMS_URL', 'secret'],
    ['SMTP_URL', 'smtp://'],
    ['PUBLIC_URL', 'ftp://secret'],
  ] as const) {
    expect(() => read([], { [name]: value }), value).toThrow(
      new RegExp(`^${name} is not an address of the form`),
    )
    expect(() => read([], { [name]: value })).not.toThrow(/secret/)
  }
  expect(() => read([], { GOOGLE_CLIENT_ID: 'x' })).toThrow(/set both, or neither/)
  const google = { GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }
  expect(read([], google).google).toMatchObject({ issuer: 'https://accounts.google.com', clientId: 'x' })
  expect(read([]).google).toBeNull()
  const good = { DATABASE_URL: 'postgresql:///candor?host=/run', SMTP_URL: 'smtps://mail.example' }
  expect(read([], good)).toMatchObject({ databaseUrl: good.DATABASE_URL, smtpUrl: good.SMTP_URL })
})

test('fewer roles than all, and NATS, need a database that processes share', () => {
  expect(() => read(['--roles', 'engine'])).toThrow(
    'A process with --roles engine shares one database with the others: set DATABASE_URL, or omit --roles.',
  )
  expect(() => read([], { NATS_URL: 'nats://x' })).toThrow(/NATS_URL .* set DATABASE_URL/)
  const env = { DATABASE_URL: 'postgres://ada@db/candor', NATS_URL: 'nats://x:4222' }
  expect(read(['--roles', 'live,api'], env)).toMatchObject({
    roles: ['api', 'live'],
    natsUrl: 'nats://x:4222',
  })
})

test('I12.9: the console’s flags are read, and one that means nothing without a port is refused', () => {
  expect(read([]).console).toBeNull()
  const base = ['--console-port', '4000']
  expect(read(base).console).toEqual({ port: 4000, host: '127.0.0.1', url: null, networks: null })
  const more = ['--console-url', 'https://desk.example/', '--console-networks', '10.0.0.0/8, 192.0.2.7']
  expect(read([...base, ...more]).console).toMatchObject({
    url: 'https://desk.example',
    networks: ['10.0.0.0/8', '192.0.2.7'],
  })
  for (const [flag, value] of [
    ['--console-networks', '10.0.0.0/8'],
    ['--console-url', 'https://desk.example'],
  ] as const)
    expect(() => read([flag, value])).toThrow(`${flag} works only with --console-port`)
  expect(() => read([...base, '--console-networks', 'office'])).toThrow('“office” is not one')
  expect(() => read([...base, '--console-url', 'desk'])).toThrow('https://console.example')
})

test('I12.9: single sign-on is configured completely or not at all, over https, with the values of its second factor', () => {
  expect(read([]).singleSignOn).toBeNull()
  const ours = { CONSOLE_OIDC_CLIENT_ID: 'x', CONSOLE_OIDC_CLIENT_SECRET: 'y' }
  const env = { ...ours, CONSOLE_OIDC_ISSUER: 'https://login.example/realms/desk' }
  expect(read([], env).singleSignOn).toEqual({
    issuer: 'https://login.example/realms/desk',
    clientId: 'x',
    clientSecret: 'y',
    label: 'single sign-on',
    secondFactor: { amr: [], acr: [] },
  })
  const more = {
    CONSOLE_OIDC_LABEL: 'your staff account',
    CONSOLE_OIDC_SECOND_FACTOR: 'amr=mfa, acr=urn:x=1 amr=hwk',
  }
  expect(read([], { ...env, ...more }).singleSignOn).toMatchObject({
    label: 'your staff account',
    secondFactor: { amr: ['mfa', 'hwk'], acr: ['urn:x=1'] },
  })
  expect(() => read([], ours)).toThrow(/set all three, or none/)
  expect(() => read([], { CONSOLE_OIDC_ISSUER: env.CONSOLE_OIDC_ISSUER })).toThrow(/set all three, or none/)
  expect(() => read([], { ...env, CONSOLE_OIDC_CLIENT_SECRET: '' })).toThrow(/set both, or neither/)
  expect(() => read([], { ...env, CONSOLE_OIDC_ISSUER: 'http://login.example' })).toThrow(/https/)
  expect(read([], { ...env, CONSOLE_OIDC_ISSUER: 'http://localhost:9' }).singleSignOn).not.toBeNull()
  for (const odd of ['mfa', 'amr=', 'amr=mfa,otp=1'])
    expect(() => read([], { ...env, CONSOLE_OIDC_SECOND_FACTOR: odd })).toThrow(/is not one\.$/)
})

test('the help names every flag and its variable', () => {
  const help = helpText()
  for (const flag of flagTable) {
    expect(help).toContain(`--${flag.name}`)
    expect(help).toContain(envNameOf(flag))
  }
  const settings = readFileSync(
    new URL('../market-data/feeds/live/live-settings.ts', import.meta.url),
    'utf8',
  )
  const live = new Set(settings.match(/CANDOR_[A-Z_]+/g))
  expect(live.size).toBe(5)
  for (const name of [
    ...live,
    'DATABASE_URL',
    'DATABASE_APP_CERT',
    'DATABASE_APP_KEY',
    'NATS_URL',
    'NATS_CERT',
    'NATS_KEY',
    'NATS_CA',
    'SMTP_URL',
    'SMS_URL',
    'GOOGLE_CLIENT_ID',
    'CONSOLE_OIDC_ISSUER',
    'PUBLIC_URL',
  ])
    expect(help).toContain(`\n  ${name}\n`)
})
