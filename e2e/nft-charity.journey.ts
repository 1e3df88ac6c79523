import type { Browser, Page } from '@playwright/test'
import { creditAccount } from './credit-account.ts'
import {
  beSignedIn,
  type Customer,
  call,
  expect,
  isPhone,
  openAccount,
  t,
  test,
  useRealAccount,
} from './journey.ts'
import { openConsole, pageLink } from './operators.ts'
import { type RunningServer, startServer } from './running-server.ts'

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const headers = ({ token }: Customer) => ({
  authorization: token,
  virtually: 'YES',
  'idempotency-key': crypto.randomUUID(),
})

async function rich(server: RunningServer): Promise<Customer> {
  const customer = await openAccount(server)
  await creditAccount(server.dataDir, customer.user.id, 500)
  return customer
}

const heldBy = async (server: RunningServer, customer: Customer): Promise<number> => {
  const path = '/swx/customer/user/getUserInfo'
  const { balances } = await call<{ balances: { asset: string; held: string }[] }>(
    server,
    path,
    {},
    headers(customer),
  )
  return Number(balances.find(({ asset }) => asset === 'USDT')?.held)
}

async function openWork(server: RunningServer, page: Page, title: string): Promise<string> {
  await page.goto(`${server.url}/#/nfts`)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  return /works\/(.+)$/.exec(page.url())?.[1] ?? ''
}

async function bid(page: Page, button: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByLabel(t('nft.form.amount')).fill(amount)
  await page.getByLabel(t('nft.form.address')).fill(wallet)
  await page.getByRole('button', { name: t('nft.form.review') }).click()
  await page.getByRole('button', { name: /^Bid \d/ }).click()
  await expect(page.getByText(t('nft.done.bid.title'))).toBeVisible()
  await page
    .getByRole('button', { name: t('nft.done.close'), exact: true })
    .last()
    .click()
}

/** Hands on what came in (nft.transfer): one proposes, another approves, and its transaction puts it on the public ledger. */
async function handOn(server: RunningServer, browser: Browser): Promise<void> {
  const finance = await openConsole(browser, server, 'finance')
  const admin = await openConsole(browser, server, 'admin')
  await pageLink(finance, 'Charity').click()
  await finance.getByRole('button', { name: 'Propose a transfer …' }).click()
  await finance.getByLabel('Recipient').fill('Children First')
  await finance.getByLabel('Address').fill(wallet)
  await finance.getByLabel('Amount in USDT').fill('50')
  await finance.getByLabel('Reason').fill('the first sales')
  await finance.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(finance.getByText('You proposed this. Another operator must decide.')).toBeVisible()
  await admin.goto(finance.url())
  await admin.getByRole('button', { name: /^Approve/ }).click()
  await expect(admin.getByText('Approved and applied.').first()).toBeVisible()
  await pageLink(finance, 'Charity').click()
  await finance.getByRole('button', { name: 'Mark as sent …' }).click()
  await finance.getByLabel('Transaction').fill(`0x${'ab'.repeat(32)}`)
  await finance.getByRole('button', { name: 'Publish in the charity ledger' }).click()
  await expect(finance.getByText('Sales, credits and transfers add up.')).toBeVisible()
  await expect(finance.getByRole('cell', { name: 'sent', exact: true })).toBeVisible()
  await finance.context().close()
  await admin.context().close()
}

/** A work of the operator's own: its picture, its creator, its token, and the offer. */
async function offerOwn(server: RunningServer, browser: Browser): Promise<void> {
  const content = await openConsole(browser, server, 'content')
  await pageLink(content, 'Artworks').click()
  await expect(content.getByText('Slack Water')).toBeVisible()
  const picture = await content.screenshot({ type: 'png' })
  await content.getByRole('button', { name: 'Add an artwork …' }).click()
  await content
    .getByLabel('Picture')
    .setInputFiles({ name: 'sea.png', mimeType: 'image/png', buffer: picture })
  await expect(content.getByAltText('Stored version')).toBeVisible()
  await content.getByLabel('Title').fill('Open Sea')
  await content.getByLabel('Description').fill('Oil on canvas, 2026.')
  await content.getByRole('combobox', { name: 'Creator' }).click()
  await content.getByRole('option', { name: 'New creator …' }).click()
  await content.getByLabel('Creator’s name').fill('Mara Lind')
  await content.getByLabel('About the creator').fill('Paints the sea.')
  await content.getByLabel('Contract address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await content.getByLabel('Token ID').fill('7')
  await content.getByRole('button', { name: 'Add artwork' }).click()
  await content
    .getByRole('row', { name: /Open Sea/ })
    .getByRole('button', { name: 'Offer …' })
    .click()
  await content.getByRole('radio', { name: 'Fixed price' }).click()
  await content.getByLabel('Price in USDT').fill('12.50')
  await content.getByLabel('Reason').fill('the spring sale')
  await content.getByRole('button', { name: 'Offer artwork' }).click()
  await expect(content.getByRole('row', { name: /Open Sea/ })).toContainText('offered')
  await content.context().close()
}

test('artworks are bought and bid for, and the charity’s books add up', async ({ page, browser }) => {
  const server = await startServer()
  try {
    const [ana, ben] = [await rich(server), await rich(server)]
    await beSignedIn(page, ana)
    await useRealAccount(page)

    // At its price: everything said before, then a signed certificate.
    await openWork(server, page, 'Slack Water')
    await page.getByRole('button', { name: 'Buy for 45.00 USDT' }).click()
    await page.getByRole('button', { name: t('nft.form.review') }).click()
    await expect(page.getByText(t('codes.10021'))).toBeVisible()
    await page.getByLabel(t('nft.form.address')).fill(wallet)
    await page.getByRole('button', { name: t('nft.form.review') }).click()
    await expect(page.getByText(t('nft.worst.buy'))).toBeVisible()
    await page.getByRole('button', { name: 'Buy for 45.00 USDT' }).last().click()
    await expect(page.getByText(t('nft.done.buy.title'))).toBeVisible()
    await page
      .getByRole('link', { name: t('nft.done.mine') })
      .last()
      .click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: t('nft.certificate.pdf') }).click()
    expect((await download).suggestedFilename()).toMatch(/^certificate-A[0-9A-F]{12}\.pdf$/)
    await page.getByRole('link', { name: t('nft.certificate.signed') }).click()
    await expect(page.getByText(t('receipts.signature.valid'))).toBeVisible()

    // An auction: Ana leads, Ben bids more, Ana sees it as it happens and has her money back.
    const id = await openWork(server, page, 'Lee Shore')
    await bid(page, t('nft.act.bid'), '35')
    await expect(page.getByText(/Your bid of 35.00 USDT is the highest/)).toBeVisible()
    expect(await heldBy(server, ana)).toBe(35)
    const more = { id, amount: '40', receivingAddress: wallet }
    await call(server, '/swx/customer/user/buyNft', more, headers(ben))
    await expect(page.getByText(/Your 35.00 USDT has been released/)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Bidder 2' })).toContainText('40')
    expect([await heldBy(server, ana), await heldBy(server, ben)]).toEqual([0, 40])
    await bid(page, t('nft.act.bidMore'), '42')
    expect([await heldBy(server, ana), await heldBy(server, ben)]).toEqual([42, 0])

    // Its end comes by the server's clock, once.
    await server.candor('clock', 'advance', '21h')
    await expect(page.getByText(t('nft.standing.owned'))).toBeVisible()
    expect(await heldBy(server, ana)).toBe(0)

    if (!isPhone(page)) {
      await handOn(server, browser)
      await offerOwn(server, browser)
      await page.goto(`${server.url}/#/nfts`)
      await expect(page.getByRole('link', { name: /Open Sea/ })).toBeVisible()
    }

    // The public ledger, added up in this browser.
    await page.goto(`${server.url}/#/nfts/charity`)
    await expect(page.getByText(t('nft.charity.adds'), { exact: true })).toHaveCount(2)
    for (const title of ['Slack Water', 'Lee Shore'])
      await expect(page.getByRole('link', { name: `Sale: ${title}` })).toBeVisible()
    if (!isPhone(page))
      await expect(page.getByText('Handed on to Children First').filter({ visible: true })).toBeVisible()
    expect(await server.candor('reconcile')).toContain('clean')
  } finally {
    await server.dispose()
  }
})
