import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

test('npm run texts:page writes every text of a language with its place', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'texts:page', '--', 'de'], { cwd: root })
  const file = /file:\S+de\.html/.exec(stdout)?.[0]
  const html = await readFile(new URL(file ?? ''), 'utf8')
  expect(html).toContain('<td>orders.ticket.buy<td>Buy<td class="own" lang="de" dir="ltr">Kaufen')
  expect(html).not.toContain('<h2>no place</h2>')
}, 60_000)
