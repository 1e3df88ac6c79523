import { expect, test } from './journey.ts'
import { openConsole, pageLink } from './operators.ts'

test('I15.12: an operator tests and adds a feed, sees why it fails, turns it off and removes it', {
  tag: '@one-size',
}, async ({ server, browser }) => {
  const editor = await openConsole(browser, server, 'content')
  await pageLink(editor, /^Content/).click()
  await editor.getByRole('link', { name: 'Feeds' }).click()
  await expect(editor.getByText('No feeds')).toBeVisible()
  await editor.getByRole('button', { name: 'New feed …' }).click()
  await editor.getByLabel('Name').fill('Wire')
  // The server's own machine is no public address.
  await editor.getByLabel('URL').fill(`${server.url}/feed.xml`)
  await editor.getByRole('button', { name: 'Fetch now' }).click()
  await expect(editor.getByText('The feed could not be read')).toBeVisible()
  await editor.getByLabel('URL').fill('http://127.0.0.1/feed.xml')
  await editor.getByLabel('Fetch every, in minutes').fill('3')
  await editor.getByRole('button', { name: 'Add feed' }).click()
  await expect(editor.getByLabel('Fetch every, in minutes')).toHaveAttribute('aria-invalid', 'true')
  await editor.getByLabel('Fetch every, in minutes').fill('60')
  await editor.getByRole('button', { name: 'Add feed' }).click()
  await expect(editor.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true')
  await expect(editor.getByText('The host is not a public address.')).toBeVisible()
  // A name that no server has (RFC 6761).
  await editor.getByLabel('URL').fill('https://wire.invalid/feed.xml')
  await editor.getByRole('button', { name: 'Add feed' }).click()
  const row = editor.getByRole('row').filter({ hasText: 'https://wire.invalid/feed.xml' })
  await expect(row).toContainText('Wire')

  await server.candor('clock', 'advance', '2m')
  await expect(row.getByText('Failing')).toBeVisible()
  await expect(row).toContainText('The host has no address (wire.invalid)')

  await editor.getByRole('button', { name: 'Change Wire' }).click()
  await editor.getByRole('switch', { name: 'Enabled' }).click()
  await editor.getByRole('button', { name: 'Save changes' }).click()
  await expect(row.getByText('Off', { exact: true })).toBeVisible()
  await editor.getByRole('button', { name: 'Remove Wire' }).click()
  await editor.getByRole('button', { name: 'Remove feed' }).click()
  await expect(editor.getByText('No feeds')).toBeVisible()
  await editor.context().close()
})
