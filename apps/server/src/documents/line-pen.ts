import type PDFDocument from 'pdfkit'
import type { Weight } from './document.ts'
import type { FontBook } from './font-book.ts'
import { breakIntoLines, type Direction, type Run, turned } from './text-lines.ts'

type Pdf = InstanceType<typeof PDFDocument>

/** Sizes in points. */
export interface Style {
  readonly weight: Weight
  readonly size: number
  /** From baseline to baseline. */
  readonly leading: number
  readonly ink: string
}

export interface Box {
  readonly x: number
  readonly width: number
  /** Against the end of the box instead of its start. */
  readonly end?: boolean
}

const joining = /\p{Script=Arabic}/u
/** They control the direction of text and are not drawn. */
const marks = /[\u200E\u200F\u2066-\u2069]/g
/** Size at which widths are measured, once. */
const measured = 1000
/** Each run is shaped as a whole, including its spaces, with digits of one width: a 1 would nearly hide the point before it. */
const whole = { features: ['tnum' as const], lineBreak: false }

/** Method of pdfkit that chooses and places a text's glyphs; not among its types. */
interface ShapingFont {
  layoutRun(text: string, features?: unknown): unknown
}
const mostShaped = 2_000

/**
 * Shapes each text once, which is nearly all of a document's work: pdfkit shapes it again to measure it, to measure it as it is written,
 * and to write it. Its own cache would split lines at their spaces.
 */
function shapeOnce(pdf: Pdf): void {
  const { _font: font } = pdf as unknown as { readonly _font: ShapingFont }
  const shape = font.layoutRun.bind(font)
  const shaped = new Map<string, unknown>()
  font.layoutRun = (text, features) => {
    const known = shaped.get(text)
    if (known !== undefined) return known
    if (shaped.size >= mostShaped) shaped.clear()
    const run = shape(text, features)
    shaped.set(text, run)
    return run
  }
}

/** Measures and draws lines of text in any of the ten languages' scripts. */
export class LinePen {
  private readonly pdf: Pdf
  private readonly book: FontBook
  private readonly direction: Direction
  private readonly widths = new Map<string, number>()

  constructor(pdf: Pdf, book: FontBook, direction: Direction) {
    this.pdf = pdf
    this.book = book
    this.direction = direction
    for (const [name, data] of book.fonts) {
      pdf.registerFont(name, data)
      shapeOnce(pdf.font(name))
    }
  }

  lines(text: string, width: number, style: Style): Run[][] {
    return breakIntoLines(text, this.direction, width, (part) => this.widthOf(part, style))
  }

  /** Draws a line with its baseline at `y`. */
  draw(line: readonly Run[], y: number, box: Box, style: Style): void {
    const width = line.reduce((sum, run) => sum + this.widthOf(run.text, style), 0)
    const toTheRight = (this.direction === 'rtl') !== (box.end === true)
    let x = toTheRight ? box.x + box.width - width : box.x
    this.pdf.fillColor(style.ink)
    for (const { font, text } of line.flatMap((run) => this.drawnParts(run, style.weight))) {
      this.pdf.font(font).fontSize(style.size)
      this.pdf.text(text, x, y, { ...whole, baseline: 'alphabetic' })
      x += this.partWidth(font, text) * style.size
    }
  }

  private widthOf(text: string, style: Style): number {
    return this.partsOf(text, style.weight).reduce(
      (sum, { font, text: part }) => sum + this.partWidth(font, part) * style.size,
      0,
    )
  }

  private partWidth(font: string, text: string): number {
    const key = `${font} ${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    const width = this.pdf.font(font).fontSize(measured).widthOfString(text, whole) / measured
    this.widths.set(key, width)
    return width
  }

  private drawnParts({ text, rightToLeft }: Run, weight: Weight) {
    const parts = this.partsOf(text, weight)
    if (!rightToLeft) return parts
    // Letters that join are turned by their own font; all else is turned here.
    return parts
      .reverse()
      .map((part) => (joining.test(part.text) ? part : { ...part, text: turned(part.text) }))
  }

  private partsOf(text: string, weight: Weight): { font: string; text: string }[] {
    const parts: { font: string; text: string }[] = []
    for (const each of text.replaceAll(/\s/g, ' ').replaceAll(marks, '')) {
      const { font, character } = this.book.of(each, weight)
      const last = parts.at(-1)
      if (last?.font === font) last.text += character
      else parts.push({ font, text: character })
    }
    return parts
  }
}
