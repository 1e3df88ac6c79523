import { expect, test } from 'vitest'
import type { UpgradeState } from './inspect-upgrade.ts'
import { judgeUpgrade } from './judge-upgrade.ts'
import type { Migration } from './migration.ts'

const now = Date.UTC(2026, 11, 1)
const hour = 3_600_000
const migrationOf = (name: string, upgrade: Migration['upgrade']): Migration => ({
  ...{ name, upgrade },
  ...{ sql: '', checksum: '' },
})
const embedded = { postgres: { major: '18', embedded: '18' }, freeBytes: 2e9 }
const state: UpgradeState = {
  ...{ node: '22.11.0', nature: 'real', schema: '0005-five' },
  outstanding: [migrationOf('0006-six', 'rolling')],
  ...{ postgres: { major: '15', embedded: null }, wrongKeys: null },
  ...{ databaseBytes: 1e9, freeBytes: null, lastBackupMs: now - 2 * hour },
  ...{ running: ['0.2.0 api,live 12', '0.2.0 engine 13'], longTransactions: [] },
}
const notGood = (change: Partial<UpgradeState>) =>
  judgeUpgrade({ ...state, ...change }, now)
    .filter(({ good }) => !good)
    .map(({ sentence }) => sentence)
const goods = (change: Partial<UpgradeState>) =>
  judgeUpgrade({ ...state, ...change }, now)
    .filter(({ good }) => good)
    .map(({ sentence }) => sentence)

test('I16.14: an installation that may be upgraded one process after the other', () => {
  expect(judgeUpgrade(state, now)).toEqual(
    [
      'Node 22.11.0 runs this version; it needs 20.19 or newer.',
      'PostgreSQL 15 is new enough.',
      'The database is at 0005-five. The first start of this version applies:\n         0006-six: while the version before serves',
      'The way: one process after the other, without a pause. Connected: 0.2.0 api,live 12; 0.2.0 engine 13.',
      'The installation key opens its secrets.',
      'The database has 1.0 GB. An upgrade may need 1.5 GB free on the disk of its server, which cannot be seen from here.',
      'The newest backup noted in the data folder is 2 h old.',
      'No transaction has been open for more than a minute.',
    ].map((sentence) => ({ good: true, sentence })),
  )
})

const stop = { outstanding: [migrationOf('0006-six', 'rolling'), migrationOf('0007-seven', 'stop')] }
const wanting: readonly (readonly [what: string, change: Partial<UpgradeState>, sentence: string])[] = [
  [
    'an old Node',
    { node: '20.18.3' },
    'This version needs Node 20.19 or newer, and this is 20.18.3: install a newer one.',
  ],
  ['a database of a newer version', { outstanding: 'Run a newer release.' }, 'Run a newer release.'],
  [
    'a migration that needs a stop, while processes run',
    stop,
    '0007-seven needs every process to be stopped: stop them first. Connected: 0.2.0 api,live 12; 0.2.0 engine 13.',
  ],
  [
    'no mark',
    { nature: 'unmarked' },
    'This installation is not yet marked as a sandbox or as real: its first start needs --sandbox or --no-sandbox.',
  ],
  ['a wrong key', { wrongKeys: 'The key is missing.' }, 'The key is missing.'],
  [
    'an old backup',
    { lastBackupMs: now - 25 * hour },
    'The newest backup noted in the data folder is 25 h old: make one with `candor backup` of this version.',
  ],
  [
    'no backup',
    { lastBackupMs: null },
    'No backup is noted in the data folder: make one with `candor backup` of this version.',
  ],
  [
    'a backup that runs',
    { longTransactions: [{ pid: 7, minutes: 3 }] },
    'A long job runs, and a migration would wait for it: PostgreSQL’s process 7 for 3 min. Let the backup or import end first.',
  ],
  [
    'a full disk',
    { ...embedded, freeBytes: 1.4e9 },
    'The database has 1.0 GB, and only 1.4 GB are free on its disk: an upgrade may need 1.5 GB.',
  ],
  [
    'another PostgreSQL',
    { postgres: { major: '18', embedded: '19' }, freeBytes: 2e9 },
    'The data folder is of PostgreSQL 18, and this version brings 19: make a backup, and restore it into a new folder with this version.',
  ],
]
test.each(wanting)('I16.14: %s has to be dealt with first', (_, change, sentence) => {
  expect(notGood(change)).toEqual([sentence])
})

test('I16.14: what is in order: a stop with nothing running, an embedded database, no migrations, a sandbox without a backup', () => {
  expect(goods({ ...stop, running: [] })).toContain('The way: with all processes stopped, as they are now.')
  expect(goods({ ...stop, ...embedded })).toContain(
    'The way: stop the server, then start this version on its data folder.',
  )
  expect(goods({ ...stop, ...embedded })).toContain(
    'The database is at 0005-five. The first start of this version applies:\n         0006-six\n         0007-seven',
  )
  expect(goods({ ...embedded, outstanding: [], freeBytes: 6e8 })).toEqual(
    expect.arrayContaining([
      'The database is at 0005-five, the newest of this version.',
      'The database has 1.0 GB, and 600 MB are free on its disk.',
    ]),
  )
  expect(goods({ nature: 'sandbox', lastBackupMs: null })).toContain(
    'No backup is noted in the data folder; a sandbox needs none.',
  )
})
