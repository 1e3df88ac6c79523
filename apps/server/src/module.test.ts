import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CaseKind } from './back-office/cases/case-kind.ts'
import type { AlertSource, WorkQueue } from './back-office/dashboard/work-queue.ts'
import type { ConsoleRegistry } from './back-office/operators/console.ts'
import type { OpsHandlers } from './back-office/operators/ops-handlers.ts'
import type { ProposalKind } from './back-office/proposals/proposal-kind.ts'
import { house } from './ledger/ledger.ts'
import { defineModule, Modules, type OpenedModule } from './module.ts'
import { freshDatabase, type TestDatabase } from './platform/database/temporary/test-database.ts'
import type { Json } from './platform/json.ts'
import { testContext } from './testing/test-context.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
})
afterAll(() => db.dispose())

const user = '0190c0de-0000-7000-8000-000000000001'

function openModules({ runsJobs = true } = {}) {
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
  const registered: (OpsHandlers | ProposalKind<Json> | CaseKind | WorkQueue | AlertSource)[] = []
  const context = testContext({ db, now: Date.now }, { log, runsJobs })
  const console: ConsoleRegistry = {
    registerCaseKind: (kind) => void registered.push(kind),
    registerProposalKind: (kind) => void registered.push(kind as ProposalKind<Json>),
    registerQueue: (queue) => void registered.push(queue),
    registerAlerts: (source) => void registered.push(source),
    handle: (handlers) => void registered.push(handlers),
  }
  const modules = new Modules(context, console)
  const open = (name: string, opened: OpenedModule) => modules.open({ name, open: () => opened }, {})
  return { modules, open, registered, logged }
}

it('I13.3: a module finds its ledger accounts open, and gets the ports that the composition hands over', async () => {
  const { modules } = openModules()
  const reserve = { class: 'savings-reserve', owner: house, asset: 'ETH' } as const
  const savings = defineModule({
    name: 'savings',
    accounts: [reserve],
    open: async (_context, { rate }: { readonly rate: string }) => {
      const { rowCount } = await db.pool.query(
        `SELECT FROM ledger_accounts WHERE class = 'savings-reserve' AND asset = 'ETH'`,
      )
      return { accountsThere: rowCount, rate, jobs: [] }
    },
  })
  const opened = await modules.open(savings, { rate: '0.01' })
  expect(opened).toEqual({ accountsThere: 1, rate: '0.01', jobs: [] })
})

it('I13.3: its calls, jobs and side of the console are gathered in the order of opening', async () => {
  const { modules, open, registered } = openModules()
  const listWorks = async () => []
  const job = { name: 'end-sales', everyMs: 1_000, noCases: 'one statement', run: async () => 0 }
  const kind = { kind: 'nft.transfer' } as ProposalKind<Json>
  const cases = { name: 'nft' } as unknown as CaseKind
  const handlers = { opsWorks: listWorks } as unknown as OpsHandlers
  await open('nft', { jobs: [job], backOffice: { handlers, proposals: [kind], cases: [cases] } })
  await open('loans', { jobs: [{ ...job, name: 'charge' }] })
  expect(modules.jobs.map(({ name }) => name)).toEqual(['end-sales', 'charge'])
  expect(registered.filter((one) => Object.keys(one).length > 0)).toEqual([handlers, kind, cases])
})

it('I13.3: a call that two modules carry out is refused', async () => {
  const { modules, open } = openModules()
  await open('nft', { handlers: { charityLedger: async () => ({}) as never } })
  expect(Object.keys(modules.handlers)).toEqual(['charityLedger'])
  await open('invites', { handlers: { charityLedger: async () => ({}) as never } })
  expect(() => modules.handlers).toThrow('two modules handle the call charityLedger')
})

it.each([true, false])(
  'I13.3: jobs due at the start run where jobs run (%s), and one that fails stops nothing',
  async (runsJobs) => {
    const { open, logged } = openModules({ runsJobs })
    const ran: string[] = []
    const job = (name: string, run = async () => void ran.push(name)) =>
      ({ name, everyMs: 1_000, noCases: 'one statement', run }) as const
    const failing = job('failing', () => Promise.reject(new Error('no bank today')))
    await open('loans', {
      jobs: [{ ...failing, alsoAtStart: true }, { ...job('charge'), alsoAtStart: true }, job('remind')],
    })
    expect(ran).toEqual(runsJobs ? ['charge'] : [])
    expect(logged.map((line) => (JSON.parse(line) as { job: string }).job)).toEqual(
      runsJobs ? ['failing'] : [],
    )
  },
)

it('I13.3: every module says what hinders a closing, and erases what it keeps, in the transaction it is given', async () => {
  const { modules, open } = openModules()
  const erased: unknown[] = []
  await open('loans', { closureBlockers: async () => ['loans'] })
  await open('content', {})
  await open('nft', {
    closureBlockers: async () => ['deposits'],
    eraseCustomer: async (tx, userId, former) => void erased.push([tx, userId, former]),
  })
  await db.transaction(async (tx) => {
    expect(await modules.closureBlockers(tx, user)).toEqual(['loans', 'deposits'])
    const former = { name: 'maria', email: 'maria@example.com' }
    await modules.eraseCustomer(tx, user, former)
    expect(erased).toEqual([[tx, user, former]])
  })
})

it('I13.3: what a customer earned today is added up over the modules that know of any', async () => {
  const { modules, open } = openModules()
  const requests: unknown[] = []
  expect(await modules.earnedSince(user, 'real', 5)).toBe(0n)
  await open('smart', {
    earnedSince: async (...request) => {
      requests.push(request)
      return 7n
    },
  })
  await open('content', {})
  await open('savings', { earnedSince: async () => -2n })
  expect(await modules.earnedSince(user, 'real', 5)).toBe(5n)
  expect(requests).toEqual([[user, 'real', 5]])
})
