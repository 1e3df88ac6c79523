import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, openAccount, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'

/** A system of the operator, whose response the test sets. */
async function openReceiver() {
  const bodies: string[] = []
  const response = { status: 204 }
  const server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part) => {
      body += String(part)
    })
    request.on('end', () => {
      bodies.push(body)
      reply.writeHead(response.status).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { bodies, response, url: `http://127.0.0.1:${port}/candor`, close: () => server.close() }
}

test('I16.11: an admin connects another system, finds what it refused, and sends it again', async ({
  browser,
  server,
}) => {
  const receiver = await openReceiver()
  try {
    const desk = await openConsole(browser, server, 'admin')
    await pageLink(desk, 'Webhooks').click()
    await desk.getByRole('button', { name: 'New webhook …' }).click()
    const form = desk.getByRole('dialog')
    await form.getByLabel('Name').fill('Bookkeeping')
    await form.getByLabel('URL').fill('https://192.168.1.9/hook')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(form.getByText('The host is not a public address')).toBeVisible()
    await form.getByLabel('URL').fill(receiver.url)
    // Everything is chosen at first; of alerts nothing is wanted here.
    await form.getByRole('checkbox', { name: 'All events: Alerts' }).uncheck()
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await expect(desk.getByText(/^whsec_[\w+/]{43}=$/)).toBeVisible()
    await desk.getByRole('button', { name: 'Done' }).click()
    await expect(desk.getByRole('heading', { name: 'Bookkeeping' })).toBeVisible()

    await desk.getByRole('button', { name: 'Send test event' }).click()
    const messages = desk.getByRole('table', { name: 'Messages' })
    await expect(messages.getByRole('row', { name: /webhook\.test .*Delivered HTTP 204/ })).toBeVisible()

    receiver.response.status = 500
    const { user } = await openAccount(server)
    const opened = messages.getByRole('row', { name: /customer\.opened .*Waiting/ })
    await expect(opened).toContainText('HTTP 500')
    await messages.getByRole('button', { name: 'customer.opened', exact: true }).click()
    await expect(desk.getByRole('dialog')).toContainText(user.id)
    await desk.keyboard.press('Escape')
    receiver.response.status = 204
    await desk.getByRole('radio', { name: 'Waiting' }).check({ force: true })
    await opened.getByRole('button', { name: 'Send customer.opened again' }).click()
    await desk.getByRole('radio', { name: 'All' }).check({ force: true })
    await expect(messages.getByRole('row', { name: /customer\.opened .*Delivered/ })).toBeVisible()

    await desk.getByRole('button', { name: 'Rotate secret …' }).click()
    await desk.getByRole('button', { name: 'Rotate secret', exact: true }).click()
    await expect(
      desk.getByText('For 24 hours messages are also signed with the former secret.'),
    ).toBeVisible()
    await desk.getByRole('button', { name: 'Done' }).click()

    await desk.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(desk.getByRole('button', { name: 'Resume' })).toBeVisible()
    await desk.getByRole('link', { name: 'All webhooks' }).click()
    await expect(desk.getByRole('row', { name: /^Bookkeeping/ })).toContainText('Paused')
  } finally {
    receiver.close()
  }
})
