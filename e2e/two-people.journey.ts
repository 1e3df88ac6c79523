import type { Browser, Locator, Page } from '@playwright/test'
import type { ProposalKindName } from '../apps/server/src/back-office/proposals/proposal-kind-names.ts'
import { publicKeys } from '../apps/server/src/funding/deposits/test-public-keys.ts'
import { expect, openAccount, test } from './journey.ts'
import { nextCode, openConsole, pageLink } from './operators.ts'
import { type RunningServer, startServer } from './running-server.ts'
import { verifyIdentity } from './verify-identity.ts'

const reason = 'as agreed on Monday'
const dayMs = 86_400_000
/** A time for an announcement, as a browser's field takes it. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 16)

/** The second of two admins, as an operation of two people has them. */
async function secondAdmin(server: RunningServer, browser: Browser): Promise<Page> {
  const [email, password] = ['bob@sandbox.example', 'a long and plain phrase']
  const made = await server.candor(
    'operator',
    'create',
    '--email',
    email,
    '--role',
    'admin',
    '--password',
    password,
  )
  const secret = /shown only now: (\S+)/.exec(made)?.[1] ?? ''
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(`${server.url}/console/`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Code from your authenticator app').fill(await nextCode(server, secret))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
  return page
}

/** A dialog of the first person, and what it leads to: the title of the proposal, as the second person reads it. */
interface Proposal {
  readonly kind: ProposalKindName
  readonly page: string | RegExp
  readonly open: (desk: Page) => Promise<void>
  readonly fill?: (dialog: Locator, desk: Page) => Promise<void>
  readonly shown: string | RegExp
}

const press = (name: string | RegExp) => (desk: Page) => desk.getByRole('button', { name }).first().click()
/** Presses a button on a customer's page. */
const pressAt = (customer: string, button: string) => async (desk: Page) => {
  await desk.getByRole('searchbox', { name: 'Search customers' }).fill(customer)
  await desk.getByRole('link', { name: customer }).click()
  await press(button)(desk)
}
const choose = async (field: Locator, desk: Page, option: string | RegExp) => {
  await field.click()
  await desk.getByRole('option', { name: option }).first().click()
}

/** Every kind that no other journey walks. */
const proposals = (customer: string, email: string): readonly Proposal[] => [
  {
    kind: 'accounts.resetAccess',
    page: 'Customers',
    open: pressAt(customer, 'Reset access …'),
    fill: (dialog) => dialog.getByLabel('New email address').fill(`new.${customer}@home.example`),
    shown: `Change the email address of ${customer}`,
  },
  {
    kind: 'accounts.freeze',
    page: 'Customers',
    open: pressAt(customer, 'Freeze …'),
    shown: `Freeze ${customer}`,
  },
  {
    kind: 'countries.change',
    page: 'Countries',
    open: press('Change a country …'),
    fill: async (dialog, desk) => {
      await choose(dialog.getByRole('combobox', { name: 'Country' }), desk, 'Norway')
      await dialog.getByRole('switch', { name: 'Smart plans' }).click()
    },
    shown: /^NO: accounts/,
  },
  {
    kind: 'funding.address',
    page: 'Payment addresses',
    open: (desk) =>
      desk
        .getByRole('heading', { name: 'USDT on ERC20' })
        .locator('xpath=../..')
        .getByRole('button', { name: 'Propose a change …' })
        .click(),
    fill: (dialog) => dialog.getByLabel('Extended public key, or a single address').fill(publicKeys.ETH),
    shown: /ERC20/,
  },
  {
    kind: 'loans.offer',
    page: 'Loan products',
    open: press('Change loan offer …'),
    fill: (dialog) => dialog.getByLabel('Interest-free days').fill('4'),
    shown: /^Change loan offer/,
  },
  {
    kind: 'markets.action',
    page: 'Markets',
    open: press('Propose a split or dividend …'),
    fill: async (dialog, desk) => {
      await choose(dialog.getByRole('combobox', { name: 'Stock' }), desk, /^AAPL/)
      await dialog.getByLabel('New to old shares').fill('4:1')
      await dialog.getByLabel('Takes effect').fill(inDays(5))
    },
    shown: 'Split of AAPL: 4:1',
  },
  {
    kind: 'markets.cancel',
    page: 'Markets',
    open: press('Cancel …'),
    shown: 'Cancel the split of AAPL: 4:1',
  },
  {
    kind: 'markets.hours',
    page: 'Markets',
    open: press('Closed days …'),
    fill: async (dialog, desk) => {
      await choose(dialog.getByRole('combobox', { name: 'Markets' }), desk, /^Crypto/)
      const [closed, short] = [5, 6].map((days) => inDays(days).slice(0, 10))
      await dialog.getByLabel('Days').fill(`${closed};Maintenance\n24.12.;Never`)
      await expect(dialog.getByText('Line 2: Begin with a date, such as 2026-12-25.')).toBeVisible()
      await dialog.getByLabel('Days').fill(`${closed};Maintenance\n${short};Short day;;13:00`)
    },
    shown: /^Hours of crypto: .* Maintenance: closed and 1 more$/,
  },
  {
    kind: 'markets.offer',
    page: 'Markets',
    open: press('Closing only …'),
    fill: (dialog, desk) => choose(dialog.getByRole('combobox', { name: 'Market' }), desk, /^NFLX/),
    shown: /^Offer NFLX for closing only, effective /,
  },
  {
    kind: 'operators.role',
    page: 'Operators',
    open: press(`Change role: ${email}`),
    fill: (dialog, desk) => choose(dialog.getByRole('combobox', { name: 'Role' }), desk, 'risk'),
    shown: `Change the role of ${email} from content to risk`,
  },
  {
    kind: 'operators.reset',
    page: 'Operators',
    open: press(`Reset access: ${email}`),
    shown: `Reset access for ${email}`,
  },
  {
    kind: 'operators.enable',
    page: 'Operators',
    open: async (desk) => {
      await press(`Disable: ${email}`)(desk)
      const dialog = desk.getByRole('dialog')
      await dialog.getByLabel('Reason').fill(reason)
      await dialog.getByRole('button', { name: 'Disable now' }).click()
      await press(`Re-enable: ${email}`)(desk)
    },
    shown: `Re-enable ${email} as risk`,
  },
  {
    kind: 'parameters.change',
    page: 'Parameters',
    open: async (desk) => {
      await desk.getByRole('searchbox', { name: 'Search parameters' }).fill('depositConfirmations.BTC')
      await press(/^depositConfirmations\.BTC/)(desk)
    },
    fill: (dialog) => dialog.getByLabel('Value').fill('6'),
    shown: 'Change depositConfirmations.BTC from 3 to 6',
  },
  {
    kind: 'savings.terms',
    page: 'Savings',
    open: press('Change offer of USDT'),
    fill: (dialog) => dialog.getByLabel('Daily rate, %').fill('0.02'),
    shown: /^Savings in USDT: accept new savings/,
  },
  {
    kind: 'tariffs.fee',
    page: 'Tariffs',
    open: press('Change Conversion fee, share of the amount'),
    fill: async (dialog) => {
      await dialog.getByLabel('Value').fill('0.004')
      await dialog.getByLabel('Effective from').fill(inDays(5))
    },
    shown: /^Change convertRate to 0\.004, effective /,
  },
  {
    kind: 'tariffs.list',
    page: 'Tariffs',
    open: press('Change Futures that expire instead of rolling over'),
    fill: async (dialog) => {
      await dialog.getByLabel('Complete list').fill('["XAUUSD"]')
      await dialog.getByLabel('Effective from').fill(inDays(5))
    },
    shown: /^Change contracts\.endAtRoll to \["XAUUSD"\], effective /,
  },
  {
    kind: 'trust.holding',
    page: 'Holdings',
    open: press('Add a holding …'),
    fill: async (dialog) => {
      await dialog.getByLabel('Name').fill('Cold wallet')
      await dialog.getByLabel('Address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
      await dialog.getByLabel(/^Amount held/).fill('2500')
    },
    shown: /^State a holding of 2500/,
  },
]

test('I16.13: two admins are enough: one proposes, the other reads the proposal under Four eyes and approves it, for every kind that no other journey walks', async ({
  browser,
}) => {
  const server = await startServer()
  const [first, second] = [await openConsole(browser, server, 'admin'), await secondAdmin(server, browser)]
  const customer = await openAccount(server)
  await verifyIdentity(server, customer)
  const { userName } = customer
  for (const { kind, page, open, fill, shown } of proposals(userName, 'content@sandbox.example'))
    await test.step(kind, async () => {
      await pageLink(first, page).click()
      await open(first)
      const dialog = first.getByRole('dialog')
      await fill?.(dialog, first)
      await dialog.getByLabel('Reason', { exact: true }).fill(reason)
      await dialog.getByRole('button', { name: 'Submit for approval' }).click()
      await expect(dialog).toHaveCount(0)
      await pageLink(second, /^Four eyes/).click()
      // The list would be loaded again after 15 s.
      await second.reload()
      await second.getByRole('link', { name: shown }).first().click()
      await second.getByRole('button', { name: 'Approve and apply' }).click()
      await expect(second.getByText('Approved and applied.').first()).toBeVisible()
      // The first person's pages read what is true now.
      await first.reload()
    })
  expect(await server.candor('reconcile')).toContain('clean')
  await server.dispose()
  for (const desk of [first, second]) await desk.context().close()
})
