import { startTestEthereum } from '../apps/server/src/funding/chain/test-ethereum.ts'
import { testWallet } from '../apps/server/src/funding/chain/test-wallet.ts'
import { expect, t, test } from './journey.ts'
import { byTwo, openConsole } from './operators.ts'
import { startServer } from './running-server.ts'

test('an operator shows that an address is theirs, and what lies there is verified on chain from the next day', async ({
  page,
  browser,
}) => {
  const wallet = testWallet('4c')
  const stranger = testWallet('5d')
  const chain = await startTestEthereum()
  const server = await startServer({ env: { EVM_RPC_URL: chain.url, EVM_USDT_ADDRESS: chain.token } })
  try {
    await chain.payToken(wallet.address, 2_500_000_000n)
    await chain.mine(1)
    const place = { name: 'Cold wallet', asset: 'USDT', network: 'ERC20', address: wallet.address }
    await byTwo(server, [['/ops/holdings', { ...place, stated: '2500', reason: 'counted today' }]])

    const desk = await openConsole(browser, server, 'finance')
    await desk.goto(`${server.url}/console/#/holdings`)
    await expect(
      desk.getByText('Control of this address has not been proven', { exact: false }),
    ).toBeVisible()
    await desk.getByRole('button', { name: 'Prove control …' }).click()
    const dialog = desk.getByRole('dialog')
    const message = (await dialog.getByText(/^Candor proof of control/).textContent()) ?? ''
    const signature = dialog.getByLabel('Signature', { exact: true })
    const send = dialog.getByRole('button', { name: 'Submit proof' })
    await signature.fill('0x1234')
    await send.click()
    await expect(dialog.getByText('This is not a valid signature.', { exact: false })).toBeVisible()
    await signature.fill(await stranger.signMessage({ message }))
    await send.click()
    await expect(
      dialog.getByText('Signed with a different key or over a different text.', { exact: false }),
    ).toBeVisible()
    await signature.fill(await wallet.signMessage({ message }))
    await send.click()
    await expect(dialog).toBeHidden()
    await expect(desk.getByText('checked daily by a node')).toBeVisible()
    await desk.context().close()

    await server.candor('clock', 'advance', '24h')
    const published = async () => (await fetch(`${server.url}/swx/customer/index/liabilities/latest`)).text()
    await expect.poll(published).toContain('"basis":"chain"')
    await page.goto(`${server.url}/#/liabilities`)
    await page.reload()
    await expect(page.getByText(t('proof.basis.chain'))).toBeVisible()
    await expect(page.getByText('Cold wallet')).toBeVisible()
    const shown = page.locator('summary')
    await shown.click()
    await expect(page.getByText(message)).toBeVisible()
    await expect(page.getByText(t('proof.control.text'))).toBeVisible()
  } finally {
    await server.dispose()
    await chain.close()
  }
})
