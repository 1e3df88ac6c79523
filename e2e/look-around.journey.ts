import { languageCodes, languages } from '@candor/texts/languages.ts'
import type { Page } from '@playwright/test'
import { findViolations } from './accessibility.ts'
import { creditAccount } from './credit-account.ts'
import {
  beSignedIn,
  call,
  demoAmount,
  expect,
  isPhone,
  openAccount,
  skipBoard,
  t,
  test,
  useRealAccount,
} from './journey.ts'
import { openConsole, pageLink } from './operators.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const main = (page: Page) => page.getByRole('navigation', { name: t('shell.nav.label'), exact: true })
const hrefsIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute('href')))

test('the home page has its headline, figures, four cards and live markets, and on a phone news and offers', async ({
  page,
  visit,
}) => {
  await skipBoard(page)
  await visit('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('home.headline'))
  const figures = region(page, t('home.statistics.title'))
  for (const name of ['marketsListed', 'registeredUsers', 'volume24h'] as const)
    await expect(figures.getByText(t(`home.statistics.${name}`))).toBeVisible()
  await expect(figures.getByText(t('home.statistics.sample'))).toHaveCount(3)
  for (const figure of ['350+', '1.2M', '3.8B'])
    await expect(figures.getByText(figure, { exact: true })).toBeVisible()
  await expect(region(page, t('home.features.title')).getByRole('link')).toHaveCount(4)
  expect(await hrefsIn(page, `section[aria-label="${t('home.features.title')}"] a`)).toEqual([
    '#/market',
    '#/loan',
    '#/trading',
    '#/nfts',
  ])
  const row = region(page, t('home.markets.title')).getByRole('listitem').first()
  await expect(row.locator('img')).toBeVisible()
  await expect(row.locator('svg').first()).toBeVisible()
  await expect(row).toContainText(/[A-Z]{3,}/)
  await expect(row).toContainText(/\d[.,]\d+.*%|%.*\d[.,]\d+/)
  if (!isPhone(page)) return
  const offers = region(page, t('home.promotions'))
  const offer = offers.getByRole('link').first()
  await expect(offer).toHaveAttribute('href', /^#\/adv\/detail\?id=/)
  const title = await offer.locator('span span').first().innerText()
  await offer.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a row of the home page opens its market, by code, type and id', {
  tag: ['@one-size', '@release'],
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/')
  await region(page, t('home.markets.title')).getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/#\/cruuency\?code=[A-Z]+&type=2&id=.+/)
  const code = /code=([A-Z]+)/.exec(page.url())?.[1] ?? ''
  await expect(page.locator('main').getByText(code).filter({ visible: true }).first()).toBeVisible()
})

test('in a window as narrow as a tablet the pages without room for a tab stand in a menu beside them', {
  tag: ['@only-desktop', '@release'],
}, async ({ page, visit }) => {
  await skipBoard(page)
  // It shrinks while one looks: zooming in does the same.
  await visit('/')
  await expect(main(page).getByRole('link')).toHaveCount(desktopTabs.length)
  await page.setViewportSize({ width: 768, height: 900 })
  const more = page.getByRole('button', { name: t('shell.nav.more'), exact: true })
  await expect(more).toBeVisible()
  const bar = await main(page).boundingBox()
  const shown = main(page).getByRole('link')
  await expect(shown.last()).not.toHaveText(t('shell.nav.account'))
  for (const tab of await shown.all()) {
    const box = await tab.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0))
  }
  await more.press('Enter')
  const menu = page.getByRole('dialog', { name: t('shell.nav.more') })
  await menu.getByRole('link', { name: t('shell.nav.loan'), exact: true }).click()
  await expect(page).toHaveURL(/#\/loan/)
  await expect(menu).toBeHidden()
})

test('on a phone a market opens at its name, however far its list was scrolled', {
  tag: '@only-phone',
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/market')
  const row = page.locator('[data-market]').nth(30)
  await row.scrollIntoViewIfNeeded()
  await row.click()
  await expect(page).toHaveURL(/code=/)
  await expect(page.getByRole('link', { name: t('markets.back') })).toBeInViewport()
})

const desktopTabs = ['/', '/market', '/trading', '/loan', '/nfts', '/profile']
const phoneTabs = ['/', '/market', '/trading', '/nfts', '/profile']

test('the frame has its tabs, ten languages, and in its foot products, company, policies and others', {
  tag: '@one-size',
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/')
  const tabs = isPhone(page) ? phoneTabs : desktopTabs
  await expect(main(page).getByRole('link')).toHaveCount(tabs.length)
  expect(await hrefsIn(page, `nav[aria-label="${t('shell.nav.label')}"] a`)).toEqual(
    tabs.map((path) => `#${path}`),
  )
  await main(page).getByRole('link').nth(1).click()
  await expect(page).toHaveURL(/#\/market/)
  await visit('/')
  const foot = page.getByRole('contentinfo')
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  for (const list of ['products', 'company', 'policies', 'other'] as const)
    await expect(foot.getByRole('heading', { name: t(`shell.footer.${list}`), exact: true })).toBeVisible()
  for (const name of ['About us', 'Terms of use', 'Disclaimer'])
    await expect(foot.getByRole('link', { name, exact: true })).toBeVisible()
  const products = (await hrefsIn(page, 'footer section:first-of-type a')).toSorted()
  expect(products).toEqual(['#/loan', '#/market', '#/nfts', '#/trading'])

  const menu = page.getByRole('button', { name: t('shell.language.now', { name: languages.en.name }) })
  await menu.click()
  for (const code of languageCodes)
    await expect(page.getByRole('button', { name: languages[code].name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: languages.fr.name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', languages.fr.tag)
})

test('what only customers see asks a visitor to sign in, and is there for a customer', {
  tag: '@one-size',
}, async ({ page, server, visit }) => {
  await skipBoard(page)
  const bell = page.getByRole('link', { name: t('shell.notifications') })
  const signIn = page.locator('header').getByRole('link', { name: t('shell.signIn'), exact: true })
  const signUp = page.locator('header').getByRole('link', { name: t('shell.signUp'), exact: true })
  await visit('/market')
  await expect(signIn).toBeVisible()
  await expect(signUp).toHaveCount(isPhone(page) ? 0 : 1)
  await expect(bell).toHaveCount(0)
  for (const path of ['/profile/notification', '/profile/balance']) {
    await visit(path)
    await expect(page).toHaveURL(/#\/pass\/login\?next=/)
  }
  await beSignedIn(page, await openAccount(server))
  await page.reload()
  await visit('/profile/balance')
  await expect(page).toHaveURL(/#\/profile\/balance/)
  await expect(signIn).toHaveCount(0)
  await bell.click()
  await expect(page).toHaveURL(/#\/profile\/notification/)
  await expect(page.locator('main h1')).toBeAttached()
})

test('the menus of language, appearance and account close on Escape, and the focus returns to their button', {
  tag: '@one-size',
}, async ({ page, customer, visit }) => {
  await beSignedIn(page, customer)
  await visit('/')
  const labels = isPhone(page)
    ? [t('shell.language.now', { name: languages.en.name })]
    : [
        t('shell.language.now', { name: languages.en.name }),
        t('shell.theme'),
        t('shell.menu.account', { name: customer.userName }),
      ]
  for (const name of labels) {
    const button = page.getByRole('button', { name, exact: true }).first()
    await button.click()
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name, exact: true })).toBeHidden()
    await expect(button).toBeFocused()
  }
})

test('I15.d16: a visitor’s market page has nothing that axe finds: a link within a text is known by more than its colour', {
  tag: '@one-size',
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/market?code=BTCUSDT')
  if (isPhone(page))
    await page.getByRole('button', { name: new RegExp(`^${t('orders.ticket.buy')}\\b`) }).click()
  await expect(page.locator('a[href="#/pass/login"]').filter({ visible: true }).last()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

test('I15.d20: the row of a plan opens by the keyboard', { tag: '@only-desktop' }, async ({
  page,
  server,
  customer,
  visit,
}) => {
  await useRealAccount(page)
  await creditAccount(server.dataDir, customer.user.id, 500)
  const plan = { productId: 'harbour', days: 7, amount: '200' }
  const headers = { Authorization: customer.token, virtually: 'YES', 'Idempotency-Key': crypto.randomUUID() }
  await call(server, '/swx/customer/order/buySmart', plan, headers)
  await visit('/trading')
  const row = page.getByRole('row').filter({ hasText: 'Harbour' }).filter({ hasText: '200.00' })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/trading\/plans\//)
})

test('where one signs in there are neither tabs nor footer', { tag: ['@one-size', '@release'] }, async ({
  page,
  visit,
}) => {
  await skipBoard(page)
  for (const path of ['/pass/register', '/pass/login', '/pass/reset', '/api/loginCallback/google']) {
    await visit(path)
    await expect(page.locator('main h1').first(), path).toBeAttached()
    await expect(main(page), path).toHaveCount(0)
    await expect(page.getByRole('contentinfo'), path).toHaveCount(0)
  }
})

test('Continue on the board leads a visitor to sign-up and a customer home, in the language chosen there', {
  tag: '@only-phone',
}, async ({ page, server }) => {
  await page.goto(`${server.url}/#/`)
  const board = region(page, t('shell.board.label'))
  await expect(board.getByText(t('shell.board.text', { amount: demoAmount }))).toBeVisible()
  await board.getByRole('button', { name: languages.en.name }).click()
  await page.getByRole('button', { name: languages.de.name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', languages.de.tag)
  await page.locator('section > button').last().click()
  await expect(page).toHaveURL(/#\/pass\/register/)
  const customer = await openAccount(server)
  const again = await page.context().newPage()
  await again.addInitScript(
    `localStorage.setItem('language', 'en'); localStorage.setItem('token', ${JSON.stringify(customer.token)});
     localStorage.setItem('isLogin', 'true');`,
  )
  await again.goto(`${server.url}/#/`)
  await again.getByRole('button', { name: t('shell.board.continue'), exact: true }).click()
  await expect(again.getByRole('button', { name: t('shell.board.continue'), exact: true })).toHaveCount(0)
  await expect(again).toHaveURL(/#\/$/)
})

const pages = {
  about: 'About us',
  licence: 'Licence and supervision',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  cookies: 'Cookie policy',
  'risk-warning': 'Risk warning',
  legal: 'Legal information',
  disclaimer: 'Disclaimer',
  advertising: 'Advertising',
}

test('help, its questions and an article can be read, and so can every page of the foot', {
  tag: '@one-size',
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/help')
  await page
    .locator('main')
    .getByRole('link', { name: t('help.faq') })
    .click()
  const question = page.locator('main details').first()
  await question.locator('summary').click()
  await expect(question.locator('p').last()).toBeVisible()
  await visit('/help/notice')
  await expect(page.locator('main').getByText(t('content.noNotices.title'))).toBeVisible()
  for (const [id, title] of Object.entries(pages)) {
    await visit(`/detail?id=${id}&title=${encodeURIComponent(title)}`)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }
})

test('support is a page of ours, or the operator’s own in a new window; an app is offered where there is one; demo money is what the operator gives', {
  tag: '@one-size',
}, async ({ page, server, browser, visit }) => {
  const desk = await openConsole(browser, server, 'risk')
  const set = async (key: string, value: string) => {
    const changed = await desk.request.post(`${server.url}/ops/parameters`, {
      headers: { 'x-candor-console': '1' },
      data: { key, value, reason: 'a journey looks at it' },
    })
    expect(((await changed.json()) as { code: number }).code).toBe(200)
    const url = `${server.url}/swx/customer/index/getParamByKey/${key}`
    const now = async () => ((await (await fetch(url)).json()) as { result: string }).result
    await expect.poll(now).toBe(value)
  }
  const header = page.locator('header')
  await skipBoard(page)
  await visit('/')
  await header.getByRole('link', { name: t('shell.supportHere') }).click()
  await expect(page).toHaveURL(/#\/help\/support/)
  try {
    await set('supportUrl', 'https://help.example/')
    await set('appStoreUrl', 'https://apps.apple.com/app/candor')
    await visit('/')
    await page.reload()
    const support = header.getByRole('link', { name: t('shell.support') })
    await expect(support).toHaveAttribute('href', 'https://help.example/')
    await expect(support).toHaveAttribute('target', '_blank')
    const badge = page.getByRole('link', { name: `${t('home.appStore')} App Store` })
    await expect(badge).toHaveAttribute('href', 'https://apps.apple.com/app/candor')
    await expect(badge.locator('svg')).toBeVisible()
    await giveInDemo(desk, '5000')
    const amount = '5,000 USDT'
    // The page carries it: it is in what is drawn first, and in what follows.
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-demo-grant', '5000')
    await expect(page.locator('main').getByText(amount)).toBeVisible()
    await visit('/pass/register')
    await expect(page.getByText(t('accounts.register.lead', { amount }))).toBeVisible()
  } finally {
    await set('demo.grant', '10000')
    await set('supportUrl', '')
    await set('appStoreUrl', '')
    await desk.context().close()
  }
})

/** Changes the balance of new demo accounts in the console, after a value that is refused at its field. */
async function giveInDemo(desk: Page, value: string): Promise<void> {
  await pageLink(desk, 'Parameters').click()
  await desk.getByRole('searchbox', { name: 'Search parameters' }).fill('demo.grant')
  await desk.getByRole('button', { name: 'demo.grant', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: 'demo.grant' })
  const field = dialog.getByLabel('Value', { exact: true })
  const save = dialog.getByRole('button', { name: 'Save change' })
  await dialog.getByLabel('Reason').fill('a journey looks at it')
  await field.fill('99')
  await save.click()
  await expect(field).toHaveAccessibleDescription(/Enter a number from 100 to 10000000/)
  await field.fill(value)
  await save.click()
  await expect(dialog).toHaveCount(0)
}

test('in demo a page that needs real money offers to switch', { tag: '@one-size' }, async ({
  page,
  customer,
  visit,
}) => {
  expect(customer.token).not.toBe('')
  await visit('/profile/balance?tab=deposit')
  await expect(page.getByText(t('smart.demo.title'))).toBeVisible()
  await page.getByRole('button', { name: t('smart.demo.act') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.mode.toReal.act') })
    .click()
  await expect(page.getByText(t('shell.mode.switchedToReal'))).toBeVisible()
  await expect(page.getByText(t('smart.demo.title'))).toHaveCount(0)
})

test('the newest advertisement lies over a customer’s home page on a phone once, and is not shown again', {
  tag: '@only-phone',
}, async ({ page, server, visit }) => {
  await skipBoard(page)
  await beSignedIn(page, await openAccount(server))
  await page.addInitScript(
    "if (!localStorage.getItem('adRead').startsWith('adv-')) localStorage.removeItem('adRead')",
  )
  await visit('/')
  const popup = page.getByRole('dialog')
  await expect(popup.getByRole('link', { name: t('home.promotion.read') })).toHaveAttribute(
    'href',
    /^#\/adv\/detail\?id=/,
  )
  await page.keyboard.press('Escape')
  await expect(popup).toBeHidden()
  // Kept by the page: without it the line above would take away what this journey began with.
  expect(await page.evaluate("localStorage.getItem('adRead')")).toMatch(/^adv-/)
  await page.reload()
  await expect(region(page, t('home.promotions'))).toBeVisible()
  await expect(popup).toBeHidden()
})

test('on a very wide window everything grows, never beyond 100 px, and on others a reader’s own size holds', {
  tag: ['@one-size', '@release'],
}, async ({ page, visit }) => {
  await skipBoard(page)
  await visit('/')
  const rootSize = () => page.evaluate('parseFloat(getComputedStyle(document.documentElement).fontSize)')
  expect(await rootSize()).toBe(16)
  for (const [width, size] of [
    [2560, 20.8],
    [20_000, 100],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(rootSize).toBeCloseTo(size, 1)
  }
})
