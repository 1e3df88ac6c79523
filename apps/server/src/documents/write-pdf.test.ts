import { createHash } from 'node:crypto'
import { type LanguageCode, languageCodes } from '@candor/texts/languages.ts'
import { translator } from '@candor/texts/server.ts'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { oddTexts } from '../system-tests/fuzz/odd-texts.ts'
import type { PrintedDocument } from './document.ts'
import { FontBook } from './font-book.ts'
import { LinePen } from './line-pen.ts'
import { actingNames, readPdf } from './test-read-pdf.ts'
import { writePdf } from './write-pdf.ts'

const sentence = (language: LanguageCode) => translator(language)('codes.11030')
const documentIn = (language: LanguageCode, rows: number): PrintedDocument => ({
  language,
  title: sentence(language),
  madeAt: Date.UTC(2026, 10, 21),
  footer: sentence(language),
  blocks: [
    { do: 'title', text: sentence(language) },
    { do: 'text', text: `${sentence(language)} (王小明, محمد علي, Łukasz, 김철수)` },
    { do: 'facts', rows: [[sentence(language), '1,000.00 USDT']] },
    {
      do: 'table',
      columns: [
        { title: sentence(language), share: 2 },
        { title: 'USDT', share: 1, end: true },
      ],
      rows: Array.from({ length: rows }, (_, at) => [sentence(language), `${at}.00`]),
    },
  ],
})
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

describe('documents: PDF in ten languages', () => {
  it.each(languageCodes)('%s: every character is drawn by a font, in either weight', async (language) => {
    const text = sentence(language)
    const book = await FontBook.open(language, [
      { text, weight: 'regular' },
      { text, weight: 'bold' },
    ])
    for (const character of text)
      for (const weight of ['regular', 'bold'] as const)
        expect(book.of(character, weight).character).toBe(character)
  })

  it('a Chinese name is drawn in the font of its reader, and what no font has as a sign that says so', async () => {
    const text = '直\u{13000}'
    const fontIn = async (language: LanguageCode) =>
      (await FontBook.open(language, [{ text, weight: 'regular' }])).of('直', 'regular').font
    expect(await fontIn('ja')).toContain('noto-sans-jp')
    expect(await fontIn('hk')).toContain('noto-sans-hk')
    expect(await fontIn('zh')).toContain('noto-sans-sc')
    const book = await FontBook.open('en', [{ text, weight: 'regular' }])
    expect(book.of('\u{13000}', 'regular').character).toBe('□')
  })

  it('the same document is the same file; a long table goes on over pages; fonts are inside and small', async () => {
    for (const language of ['en', 'ar', 'zh'] as const) {
      const pdf = await writePdf(documentIn(language, 60))
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      expect(pagesOf(pdf)).toBeGreaterThan(1)
      expect(pdf.toString('latin1')).toContain('/FontFile2')
      expect(pdf.length).toBeLessThan(120_000)
      expect(hashOf(await writePdf(documentIn(language, 60)))).toBe(hashOf(pdf))
    }
  })

  it('digits have one width, so that a 1 does not hide the point before it', async () => {
    const texts = ['11.11', '00.00']
    const book = await FontBook.open('en', [{ text: texts.join(''), weight: 'regular' }])
    const pen = new LinePen(new PDFDocument(), book, 'ltr')
    const style = { weight: 'regular', size: 10, leading: 12, ink: '#000' } as const
    const widths = Array.from({ length: 100 }, (_, n) => n / 2)
    const fits = (text: string) => widths.find((width) => pen.lines(text, width, style).length === 1)
    const [ones, zeros] = texts.map(fits)
    expect(ones).toBe(zeros)
    expect(ones).toBeGreaterThan(0)
  })

  it('I12.Fc: whatever a text says is drawn as it is written, and a reader of PDF finds nothing to run or to follow', async () => {
    const some = oddTexts.filter((_, at) => at % 13 === 0)
    const [first = '', second = ''] = some
    // Stored as text in the file itself, unlike what is drawn.
    const title = oddTexts.filter((text) => /^[ -~]+\/JavaScript/.test(text)).join(' ')
    const columns = [
      { title: first, share: 4 },
      { title: second, share: 1 },
    ]
    const pdf = await writePdf({
      ...documentIn('en', 0),
      title,
      footer: first,
      blocks: [
        { do: 'title', text: first },
        { do: 'text', text: second },
        { do: 'facts', rows: [[first, second]] },
        { do: 'table', columns, rows: some.map((text) => [text, text.slice(0, 20)]) },
      ],
    })
    const { names, texts } = readPdf(pdf)
    const together = texts.join('').replaceAll(/\s/g, '')
    expect(some.filter((text) => !together.includes(text.replaceAll(/\s/g, '')))).toEqual([])
    expect(names).toContain('/Title')
    expect(names.filter((name) => actingNames.test(name))).toEqual([])
  })
})
