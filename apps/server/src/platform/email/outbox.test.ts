import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '../../testing/servers/mail-server.ts'
import { ManualClock } from '../clock.ts'
import { createLog } from '../http/observability/log.ts'
import { FileOutbox } from './file-outbox.ts'
import type { Message } from './messenger.ts'
import { PatientMessenger } from './patient-messenger.ts'
import { SmsMessenger } from './sms-messenger.ts'
import { mayBePlain, SmtpMessenger } from './smtp-messenger.ts'
import { refuseSmtpOptions } from './smtp-options.ts'

const log = pino({ level: 'silent' })
const message: Message = {
  to: 'ana@candor.example',
  kind: 'code-register',
  subject: 'Ihr Code – 1',
  text: 'Grüße 한국어\nنص',
  code: '123456',
  language: 'de',
}
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

test('issue 2: a sandbox’s message becomes one whole JSON file, readable by its owner alone, sorted by time', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'candor-outbox-')), 'outbox')
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  const clock = new ManualClock(Date.UTC(2026, 0, 1))
  const outbox = new FileOutbox(folder, clock)
  await Promise.all(Array.from({ length: 20 }, (_, at) => outbox.send({ ...message, subject: String(at) })))
  clock.advance(1)
  await outbox.send({ ...message, subject: 'last' })
  const names = readdirSync(folder).sort()
  const found = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  expect(found.map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 20 }, (_, at) => String(at)),
    'last',
  ])
  expect(found[0]).toEqual({ ...message, subject: '0' })
  expect(names.every((name) => name.endsWith('.json'))).toBe(true)
  expect(statSync(join(folder, names[0] ?? '')).mode & 0o077).toBe(0)
})

/** Starts a mail server that ends with the test. */
async function mailServer(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options)
  endings.push(() => server.close())
  return server
}

/** Decodes the part of a raw mail that has this type. */
function partOf(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const body = part.split('\r\n\r\n').slice(1).join('\r\n\r\n')
  const unquoted = () =>
    body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const bytes = /base64/i.test(part) ? Buffer.from(body, 'base64') : Buffer.from(unquoted(), 'latin1')
  return bytes.toString().replaceAll('\r\n', '\n').trim()
}

test('issue 2: with SMTP_URL real email is sent, with its words unchanged, as plain text and as HTML', async () => {
  const { url, mails } = await mailServer()
  const messenger = new SmtpMessenger({ url, from: 'Candor <no-reply@candor.example>', plainAllowed: true })
  endings.push(() => messenger.close())
  await messenger.send(message)
  const [mail] = mails
  expect(mail?.to).toEqual(['ana@candor.example'])
  expect(mail?.raw).toContain('From: Candor <no-reply@candor.example>')
  expect(partOf(mail?.raw ?? '', 'text/plain')).toBe(message.text)
  expect(partOf(mail?.raw ?? '', 'text/html')).toContain('Grüße 한국어<br>')
})

test('an email that a mail server refuses is retried; the caller does not wait for it', async () => {
  const { url, mails } = await mailServer({ refusals: 2 })
  const smtp = new SmtpMessenger({ url, from: 'no-reply@candor.example', plainAllowed: true })
  endings.push(() => smtp.close())
  const patient = new PatientMessenger(smtp, log, [10, 10, 10])
  await patient.send(message)
  expect(mails).toHaveLength(0)
  await patient.settled()
  expect(mails).toHaveLength(1)
})

test('I12.13: the log of a refused email does not name its recipient, whatever the mail server repeats', async () => {
  const { url } = await mailServer({
    refusals: 4,
    refusal: 'no mailbox ana here, nor <ana@candor.example>',
  })
  const smtp = new SmtpMessenger({ url, from: 'no-reply@candor.example', plainAllowed: true })
  endings.push(() => smtp.close())
  const lines: string[] = []
  const patient = new PatientMessenger(
    smtp,
    createLog('info', { write: (line) => void lines.push(line) }),
    [],
  )
  await patient.send(message)
  await patient.settled()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain('550 to RCPT TO')
  expect(lines.join('')).not.toContain('ana')
})

test('an address with a line break cannot add recipients or headers', async () => {
  const { url, mails } = await mailServer()
  const messenger = new SmtpMessenger({ url, from: 'no-reply@candor.example', plainAllowed: true })
  endings.push(() => messenger.close())
  await messenger.send({ ...message, subject: 'Hello\r\nBcc: evil@candor.example' }).catch(() => undefined)
  for (const mail of mails) {
    expect(mail.to).toEqual(['ana@candor.example'])
    const [headers] = mail.raw.split('\r\n\r\n')
    expect(headers).not.toMatch(/^Bcc:/m)
  }
})

test('I12.13: outside a sandbox no mail travels in the open, except within this machine', async () => {
  const { url, mails } = await mailServer()
  const strict = new SmtpMessenger({ url, from: 'no-reply@candor.example', plainAllowed: false })
  endings.push(() => strict.close())
  await expect(strict.send(message)).rejects.toThrow()
  expect(mails).toEqual([])
  const plain = (sandbox: boolean, smtpUrl: string) => mayBePlain({ sandbox }, smtpUrl)
  expect(plain(false, 'smtp://mail.example:587')).toBe(false)
  expect(plain(false, 'smtp://127.0.0.1:25')).toBe(true)
  expect(plain(false, 'smtp://localhost.mail.example')).toBe(false)
  expect(plain(true, 'smtp://mail.example:587')).toBe(true)
})

test.each([
  'smtp://localhost:25?ignoreTLS=true&requireTLS=false',
  'smtps://mail.example?pool=true&tls.servername=mx.example',
  'smtp://mail.example',
])('I12.13: the options of %s are possible', (url) => {
  expect(() => refuseSmtpOptions(url)).not.toThrow()
})

test.each([
  ['smtp://mail.example:587?requireTLS=false', 'requireTLS'],
  ['smtp://mail.example:587?ignoreTLS=true', 'ignoreTLS'],
  ['smtps://mail.example?name=candor&tls.rejectUnauthorized=false', 'tls.rejectUnauthorized'],
  ['smtp://localhost:25?service=gmail', 'service'],
])('I12.13: the options of %s are refused', (url, option) => {
  expect(() => refuseSmtpOptions(url)).toThrow(
    `SMTP_URL contains the option ${option}, which a real installation does not accept`,
  )
})

/** A provider of text messages that keeps what it was handed. */
async function smsProvider(status = 201) {
  const handed: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      handed.push({ headers: request.headers, body })
      response.writeHead(status).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://account:to%40ken@127.0.0.1:${port}/Messages.json`, handed }
}

test('issue 5: with SMS_URL a text message is handed to the provider as a form, signed in with the address’s own key', async () => {
  const { url, handed } = await smsProvider()
  await new SmsMessenger({ url, from: 'Candor' }).send({ ...message, to: '+4915123450001' })
  const [first] = handed
  expect(first?.headers.authorization).toBe(`Basic ${Buffer.from('account:to@ken').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(first?.body))).toEqual({
    To: '+4915123450001',
    From: 'Candor',
    Body: message.text,
  })
})

test('a refusing provider is reported with its status only', async () => {
  const { url } = await smsProvider(400)
  const failure = await new SmsMessenger({ url, from: 'x' }).send(message).catch((error: Error) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(String(failure)).toContain('400')
  expect(String(failure)).not.toContain(message.code)
})
