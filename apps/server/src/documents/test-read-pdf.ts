import { inflateSync } from 'node:zlib'

export interface ReadPdf {
  /** Every name of its structure: what a reader of PDF would act on. Contents of texts and streams are none. */
  readonly names: readonly string[]
  /** Texts as they are drawn, part by part. */
  readonly texts: readonly string[]
}

/** Actions of a PDF: by itself, or when it is pressed. */
export const actingNames =
  /^\/(JS|JavaScript|URI|OpenAction|AA|A|Launch|Annots?|AcroForm|SubmitForm|GoTo[RE]|EmbeddedFiles?|RichMedia|XFA)$/

/** Reads a PDF as pdfkit writes it: the names of its structure, and its texts by the Unicode table of each font. */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = new Map<string, PdfObject>()
  const file = pdf.toString('latin1')
  for (const { 1: id = '', 2: body = '' } of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, partsOf(body))
  const fonts = new Map<string, ReadonlyMap<number, string>>()
  for (const { dictionary } of objects.values())
    for (const { 1: name = '', 2: id = '' } of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g))
      fonts.set(name, unicodeOf(objects, id))
  const structure = file
    .replaceAll(/stream\n[\s\S]*?\nendstream/g, '')
    .replaceAll(/\((?:\\[\s\S]|[^\\()])*\)/g, '')
  const texts = [...objects.values()].flatMap(({ stream }) =>
    / Tf\b/.test(stream) ? drawn(stream, fonts) : [],
  )
  return { names: structure.match(/\/\w+/g) ?? [], texts }
}

interface PdfObject {
  readonly dictionary: string
  readonly stream: string
}

function partsOf(body: string): PdfObject {
  const at = body.indexOf('stream\n')
  if (at < 0) return { dictionary: body, stream: '' }
  const dictionary = body.slice(0, at)
  const bytes = Buffer.from(body.slice(at + 'stream\n'.length, body.lastIndexOf('\nendstream')), 'latin1')
  // A font's own bytes are no text.
  if (!dictionary.includes('/FlateDecode') || /\/(Subtype|Length1)\b/.test(dictionary))
    return { dictionary, stream: '' }
  return { dictionary, stream: inflateSync(bytes).toString('latin1') }
}

/** Characters of a font's glyphs. */
function unicodeOf(objects: ReadonlyMap<string, PdfObject>, font: string): ReadonlyMap<number, string> {
  const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.dictionary ?? '')?.[1] ?? ''
  const found = new Map<number, string>()
  const ranges = (objects.get(table)?.stream ?? '').matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)
  for (const { 1: first = '', 2: characters = '' } of ranges)
    for (const [at, { 1: hex = '' }] of [...characters.matchAll(/<([^>]*)>/g)].entries())
      found.set(Number.parseInt(first, 16) + at, utf16(hex.replaceAll(' ', '')))
  return found
}

const utf16 = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('')

function drawn(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string[] {
  let font: ReadonlyMap<number, string> = new Map()
  const texts: string[] = []
  for (const [, name, glyphs] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map()
    const hex = [...(glyphs ?? '').matchAll(/<(\w*)>/g)].map(([, part = '']) => part).join('')
    if (hex !== '')
      texts.push((hex.match(/.{4}/g) ?? []).map((one) => font.get(Number.parseInt(one, 16)) ?? '?').join(''))
  }
  return texts
}
