import { languages } from '@candor/texts/languages.ts'
import PDFDocument from 'pdfkit'
import type { Block, PrintedDocument, TableColumn, Weight } from './document.ts'
import { FontBook } from './font-book.ts'
import { LinePen, type Style } from './line-pen.ts'

const ink = '#14171A'
const ink2 = '#4D545B'
const hairline = '#D8D3C7'
const style = {
  title: { weight: 'bold', size: 19, leading: 26, ink },
  heading: { weight: 'bold', size: 11.5, leading: 17, ink },
  text: { weight: 'regular', size: 10, leading: 15, ink },
  note: { weight: 'regular', size: 8.5, leading: 12.5, ink: ink2 },
  name: { weight: 'regular', size: 9.5, leading: 14.5, ink: ink2 },
  value: { weight: 'regular', size: 9.5, leading: 14.5, ink },
  column: { weight: 'bold', size: 8.5, leading: 12.5, ink: ink2 },
  cell: { weight: 'regular', size: 8.5, leading: 12.5, ink },
} as const satisfies Record<string, Style>

/** A4, in points. */
const page = { width: 595.28, height: 841.89, side: 56, top: 60, bottom: 72 }
const inner = page.width - 2 * page.side

/**
 * Writes the document as a PDF with its fonts embedded, readable anywhere. Takes some tens of milliseconds per page, and yields
 * to other work of its thread after each.
 */
export async function writePdf(document: PrintedDocument): Promise<Buffer> {
  const book = await FontBook.open(document.language, textsOf(document))
  const madeAt = new Date(document.madeAt)
  const pdf = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    font: '',
    lang: languages[document.language].tag,
    displayTitle: true,
    info: { Title: document.title, CreationDate: madeAt, ModDate: madeAt },
  })
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  const setter = new Typesetter(pdf, book, document)
  for (const block of document.blocks) await setter.set(block)
  await setter.footers()
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

const weightOf: Readonly<Record<'title' | 'heading' | 'text' | 'note', Weight>> = {
  title: 'bold',
  heading: 'bold',
  text: 'regular',
  note: 'regular',
}

/** Yields to other documents of this thread for a page. */
const giveWay = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Every text of the document with the weight it is drawn in. */
function textsOf({ blocks, footer }: PrintedDocument): { text: string; weight: Weight }[] {
  const all = blocks.flatMap((block) => {
    if (block.do === 'facts') return regular(block.rows.flat())
    if (block.do === 'table')
      return [
        ...block.columns.map(({ title }) => ({ text: title, weight: 'bold' as const })),
        ...regular(block.rows.flat()),
      ]
    return 'text' in block ? [{ text: block.text, weight: weightOf[block.do] }] : []
  })
  return [...all, ...regular([footer, '0123456789 / '])]
}

const regular = (texts: readonly string[]) =>
  texts.map((text): { text: string; weight: Weight } => ({ text, weight: 'regular' }))

/** Puts block below block, page after page. */
class Typesetter {
  private readonly pdf: InstanceType<typeof PDFDocument>
  private readonly pen: LinePen
  private readonly document: PrintedDocument
  private readonly fromTheRight: boolean
  private y = 0
  private pages = 0

  constructor(pdf: InstanceType<typeof PDFDocument>, book: FontBook, document: PrintedDocument) {
    this.pdf = pdf
    this.document = document
    const { direction } = languages[document.language]
    this.fromTheRight = direction === 'rtl'
    this.pen = new LinePen(pdf, book, direction)
    this.turnPage()
  }

  async set(block: Block): Promise<void> {
    if (block.do === 'facts') this.writeFigures(block.rows)
    else if (block.do === 'table') await this.table(block.columns, block.rows)
    else if (block.do === 'picture') this.picture(block.image, block.width, block.height)
    else if (block.do === 'space') this.y += 14
    else this.paragraph(block.text, block.do)
  }

  /** The footer with its page's number, once it is known how many there are. */
  async footers(): Promise<void> {
    for (let at = 0; at < this.pages; at++) {
      await giveWay()
      this.pdf.switchToPage(at)
      const y = page.height - 40
      const box = { x: page.side, width: inner }
      const [line = []] = this.pen.lines(this.document.footer, inner - 60, style.note)
      this.pen.draw(line, y, box, style.note)
      const [count = []] = this.pen.lines(`${at + 1} / ${this.pages}`, 60, style.note)
      this.pen.draw(count, y, { ...box, end: true }, style.note)
    }
  }

  private paragraph(text: string, kind: 'title' | 'heading' | 'text' | 'note'): void {
    const looks = style[kind]
    const lines = this.pen.lines(text, inner, looks)
    // A heading is never the last line of a page.
    if (kind === 'heading') {
      this.y += 8
      this.reserveHeight(looks.leading + 3 * style.text.leading)
    }
    for (const line of lines) {
      this.reserveHeight(looks.leading)
      this.y += looks.leading
      this.pen.draw(line, this.y, { x: page.side, width: inner }, looks)
    }
    this.y += kind === 'title' ? 8 : kind === 'heading' ? 2 : 5
  }

  private writeFigures(rows: readonly (readonly [string, string])[]): void {
    const cells = [
      { title: '', share: 45 },
      { title: '', share: 55, end: true },
    ]
    for (const row of rows) this.row(cells, row, [style.name, style.value])
    this.y += 8
  }

  private async table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): Promise<void> {
    const titles = columns.map(({ title }) => title)
    const head = () => this.row(columns, titles, [style.column], head)
    this.reserveHeight(3 * style.cell.leading)
    head()
    for (const row of rows) {
      const { pages } = this
      this.row(columns, row, [style.cell], head)
      if (this.pages > pages) await giveWay()
    }
    this.y += 8
  }

  /** One row over a hairline; `onNewPage` sets a table's head again. */
  private row(
    columns: readonly TableColumn[],
    texts: readonly string[],
    looks: readonly Style[],
    onNewPage?: () => void,
  ): void {
    const boxes = this.boxesOf(columns)
    const cells = boxes.map((box, at) => {
      const look = looks[at] ?? looks[0] ?? style.cell
      return { box, look, lines: this.pen.lines(texts[at] ?? '', box.width, look) }
    })
    const height = Math.max(...cells.map(({ lines, look }) => lines.length * look.leading)) + 7
    if (this.reserveHeight(height)) onNewPage?.()
    for (const { box, look, lines } of cells)
      lines.forEach((line, at) => {
        this.pen.draw(line, this.y + (at + 1) * look.leading, box, look)
      })
    this.y += height
    const { side } = page
    this.pdf.moveTo(side, this.y).lineTo(side + inner, this.y)
    this.pdf.lineWidth(0.5).strokeColor(hairline).stroke()
  }

  private boxesOf(columns: readonly TableColumn[]) {
    const gap = 10
    const shares = columns.reduce((sum, { share }) => sum + share, 0)
    const available = inner - gap * (columns.length - 1)
    let x = page.side
    return columns.map(({ share, end }) => {
      const width = (available * share) / shares
      const box = { x: this.fromTheRight ? 2 * page.side + inner - x - width : x, width, end: end === true }
      x += width + gap
      return box
    })
  }

  private picture(image: Uint8Array, width: number, height: number): void {
    this.reserveHeight(height + 12)
    const x = this.fromTheRight ? page.side + inner - width : page.side
    this.pdf.image(Buffer.from(image), x, this.y + 6, { fit: [width, height] })
    this.y += height + 12
  }

  /** Makes sure of this much height; true when that took a new page. */
  private reserveHeight(height: number): boolean {
    if (this.y + height <= page.height - page.bottom) return false
    this.turnPage()
    return true
  }

  private turnPage(): void {
    this.pdf.addPage()
    this.pages += 1
    this.y = page.top
  }
}
