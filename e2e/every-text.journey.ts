import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { actingNames, readPdf } from '../apps/server/src/documents/test-read-pdf.ts'
import {
  type Entered,
  refusedAnyway,
  TextEntrance,
} from '../apps/server/src/system-tests/fuzz/enter-texts.ts'
import { clientOf } from '../apps/server/src/system-tests/fuzz/fuzz-process.ts'
import { oddTexts } from '../apps/server/src/system-tests/fuzz/odd-texts.ts'
import type { TestApp } from '../apps/server/src/testing/test-client.ts'
import { test as base, beSignedIn, expect, useRealAccount } from './journey.ts'
import { OddTextWalk, openHookedPage, pathsIn } from './odd-text-walk.ts'
import { signInToConsole } from './operators.ts'
import { type RunningServer, startServer } from './running-server.ts'

/** A server of its own: what is written here stands on pages that other journeys read. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
})

interface Seen {
  /** Without the pages' policy: what is left is how texts are written into them. */
  readonly lax: boolean
  readonly language: 'en' | 'ar'
}

/** Addresses that read something out of themselves. */
const readers = [
  '/pass/register?invite=',
  '/pass/login?next=',
  '/pass/undo?token=',
  '/detail?id=',
  '/market?code=',
]
const inAddresses = readers.flatMap((path, row) =>
  oddTexts.filter((_, at) => at % 120 === row).map((text) => path + encodeURIComponent(text)),
)

async function walkWeb(
  browser: Browser,
  server: RunningServer,
  entered: Entered,
  seen: Seen,
): Promise<OddTextWalk> {
  const { customer, newcomer, work, loan, article } = entered
  const page = await openHookedPage(browser, seen)
  await page.addInitScript(`localStorage.setItem('language', '${seen.language}')`)
  await beSignedIn(page, { ...customer, user: { id: customer.id } })
  await useRealAccount(page)
  const walk = new OddTextWalk(page, `${server.url}/`)
  const own = [`/nfts/works/${work}`, `/loan/${loan}`, `/detail?id=${article}`]
  await walk.through([...pathsIn('web'), ...own, ...inAddresses])
  await expect(page.locator('html')).toHaveAttribute('dir', seen.language === 'ar' ? 'rtl' : 'ltr')
  await beSignedIn(page, { ...newcomer, user: { id: newcomer.id } })
  await page.reload()
  await walk.through(['/profile/identity'])
  await page.context().close()
  return walk
}

async function walkConsole(
  browser: Browser,
  server: RunningServer,
  { customer, things, article, identityCase, loan }: Entered,
  seen: Seen,
): Promise<OddTextWalk> {
  const page = await openHookedPage(browser, seen)
  await signInToConsole(page, server, 'admin')
  const walk = new OddTextWalk(page, `${server.url}/console/`)
  const cases = Object.entries({ ...things.cases, kyc: identityCase, loan }).map(
    ([kind, id]) => `/${kind}/${id}`,
  )
  const people = [customer.id, things.customer].flatMap((id) => [`/customers/${id}`, `/support/${id}`])
  await walk.through([...pathsIn('console'), ...people, ...cases])
  await page.goto(`${server.url}/console/#/content/${article}`)
  // The preview comes a moment after the editor.
  await expect(page.locator('img[src^="/xss-"]').first()).toBeAttached()
  await walk.read(`/content/${article}`)
  await page.context().close()
  return walk
}

/** The sample admin has the cases: what people are known by is shown to nobody else. */
async function claimCases(app: TestApp, { identityCase, loan }: Entered): Promise<void> {
  for (const [kind, id] of [
    ['kyc', identityCase],
    ['loan', loan],
  ])
    await app.db.pool.query(
      `INSERT INTO operators_claims (kind, case_id, operator_id, until)
       SELECT $1, $2, id, now() + interval '1 hour' FROM operators_people WHERE email = 'admin@sandbox.example'`,
      [kind, id],
    )
}

/** Papers as a customer takes them home: names, titles and what they signed are drawn and nothing more. */
async function expectPlainPapers(app: TestApp, { customer, work, loan }: Entered): Promise<void> {
  const own = `${app.url}/swx/customer/user`
  const headers = { authorization: customer.token, virtually: 'YES', lang: 'en' }
  const texts: string[] = []
  for (const path of [`loan/${loan}/agreement`, `nftCertificate/${work}`, 'statement?format=pdf']) {
    const paper = await (await fetch(`${own}/${path}`, { headers })).arrayBuffer()
    const read = readPdf(Buffer.from(paper))
    expect(read.names.filter((name) => actingNames.test(name))).toEqual([])
    texts.push(...read.texts)
  }
  const together = withoutBlanks(texts.join(''))
  expect(oddTexts.filter((text) => together.includes(withoutBlanks(text))).length).toBeGreaterThan(4)
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s/g, '')

/** Mails are text and nothing else: no part that a reader would run, no line that ends a header. */
async function expectPlainMails({ dataDir }: RunningServer): Promise<void> {
  const outbox = join(dataDir, 'outbox')
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.json'))
  expect(names.length).toBeGreaterThan(10)
  for (const name of names) {
    const { kind, to, subject, text, ...more } = JSON.parse(await readFile(join(outbox, name), 'utf8'))
    expect(Object.keys(more).filter((field) => !['code', 'language'].includes(field))).toEqual([])
    expect([kind, to, subject, text].every((field) => typeof field === 'string')).toBe(true)
    expect(`${to}${subject}`).not.toMatch(/[\r\n<>]/)
  }
}

test('I12.Fc: every text that can be entered is shown as it was written, and runs in no page, paper or mail', async ({
  browser,
  server,
}) => {
  test.setTimeout(1_200_000)
  const app = clientOf(server, server.dataDir)
  const entered = await new TextEntrance(app).enter()
  await claimCases(app, entered)
  expect(Object.keys(entered.refused)).toEqual(refusedAnyway)
  await expectPlainPapers(app, entered)
  await app.db.close()
  await expectPlainMails(server)
  for (const how of [
    { lax: true, language: 'en' },
    { lax: false, language: 'ar' },
  ] as const)
    for (const walk of [
      await walkWeb(browser, server, entered, how),
      await walkConsole(browser, server, entered, how),
    ]) {
      process.stdout.write(`${Object.keys(entered.taken).length} fields, ${walk.summary()}\n`)
      expect(walk.traces).toEqual([])
      expect(walk.shown.size).toBe(oddTexts.length)
    }
})
