import { languageCodes } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import { expect, test } from 'vitest'
import { FramedMessenger } from './frame-mail.ts'
import { htmlMail } from './html-mail.ts'
import type { Message } from './messenger.ts'
import { letterKinds, writeLetter } from './write-letter.ts'

const code: Message = {
  to: 'ada@candor.example',
  kind: 'code-register',
  subject: 'Your code',
  text: 'Your code is 123456.\n\nSecond paragraph.',
  code: '123456',
  language: 'en',
}

async function framed(message: Message, siteUrl: string | null = 'https://trade.example'): Promise<Message> {
  const sent: Message[] = []
  await new FramedMessenger({ send: async (one) => void sent.push(one) }, siteUrl).send(message)
  return sent[0] as Message
}

test('an email has a greeting, the brand, the reason it was sent and a link to support, in each language', async () => {
  const feet = new Set<string>()
  for (const language of languageCodes) {
    const { text, code: same } = await framed({ ...code, language })
    const [greeting, body, second, foot = ''] = text.split('\n\n')
    expect(same).toBe('123456')
    expect([body, second]).toEqual(['Your code is 123456.', 'Second paragraph.'])
    expect(greeting).not.toBe('')
    expect(foot).toContain('—\nCandor\n')
    expect(foot).toContain('https://trade.example/#/help')
    feet.add(foot)
  }
  expect(feet.size).toBe(languageCodes.length)
})

test('I14.5: the foot of a mail names the operator’s company once it is filled', async () => {
  const sent: Message[] = []
  const inner = { send: async (one: Message) => void sent.push(one) }
  await new FramedMessenger(inner, null, async () => 'Acme Trading Ltd, 1 Main Street').send(code)
  expect(sent[0]?.text).toContain('—\nCandor\nAcme Trading Ltd, 1 Main Street\n')
  expect((await framed(code)).text).not.toContain('Acme')
})

test('an email without a code states that the reader has an account; without a public address it has no link', async () => {
  const { code: _, ...letter } = code
  expect((await framed(letter)).text).toContain('you have a Candor account')
  expect((await framed(code)).text).not.toContain('you have a Candor account')
  expect((await framed(code, null)).text).not.toMatch(/https?:/)
})

test('I14.1: every letter has a greeting, the brand, the reason and a way to support in each language, in both parts', async () => {
  const facts = { hash: '0x77', link: 'https://trade.example/#/pass/undo?token=1' }
  for (const language of languageCodes) {
    const t = translator(language)
    for (const kind of letterKinds) {
      const letter = writeLetter(kind, facts, language, null)
      const mail = await framed({ to: code.to, kind, language, ...letter })
      const why = t(kind === 'closingErased' ? 'mail.why.erased' : 'mail.why.account')
      const foot = mail.text.split('\n\n').at(-1) ?? ''
      expect(mail.text.startsWith(`${t('mail.greeting')}\n\n`), `${language} ${kind}`).toBe(true)
      expect(foot.split('\n').slice(0, 3), `${language} ${kind}`).toEqual(['—', 'Candor', why])
      expect(foot).toContain('https://trade.example/#/help')
      for (const part of [t('mail.greeting'), '>Candor<', why])
        expect(htmlMail(mail), `${language} ${kind}`).toContain(part)
    }
  }
})

test('I14.1: a mail to an operator has the same frame, and its help is an admin', async () => {
  const link = 'https://trade.example/console/#/join/1'
  const mail = await framed({
    ...code,
    kind: 'operator-invitation',
    text: link,
    code: link,
    toOperator: true,
  })
  const [greeting, body, foot = ''] = mail.text.split('\n\n')
  expect([greeting, body]).toEqual(['Hello,', link])
  expect(foot).toMatch(/^—\nCandor\n.+ operator of this platform\.\nQuestions\? Ask an admin/)
  expect(foot).not.toContain('/#/help')
  expect(htmlMail(mail)).toContain(`<a href="${link}" style="color:#1f4fd8">${link}</a>`)
})

test('the HTML part has the same content, with the code marked, working links and the reading direction', async () => {
  const html = htmlMail(await framed({ ...code, language: 'ar' }))
  expect(html).toContain('dir="rtl"')
  expect(html).toMatch(/<strong class="code"[^>]*>123456<\/strong>/)
  expect(html).toContain('<a href="https://trade.example/#/help"')
  expect(html).toContain('prefers-color-scheme:dark')
})

test('user input is text in the HTML part, never an element or an attribute', () => {
  const text = 'Device: <img src=x onerror="alert(1)">\nhttps://x.example/"><script>'
  const html = htmlMail({ ...code, text, subject: '</title><script>' })
  expect(html).not.toMatch(/<img|<script|"><s/)
  expect(html).toContain('&lt;img src=x onerror=&quot;')
})

test('the HTML part loads nothing', async () => {
  expect(htmlMail(await framed(code))).not.toMatch(/<(?:img|link|script|iframe)|url\(|@import/)
})
