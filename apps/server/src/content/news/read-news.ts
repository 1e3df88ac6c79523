import { Parser } from 'htmlparser2'
import {
  type FeedEntry,
  FeedFailure,
  type FeedSteps,
  keyOf,
  mostEntries,
  mostSummary,
  mostTitle,
} from './feed-reading.ts'
import { linkOf, plainText, textOfHtml } from './feed-text.ts'

const deepest = 64
/** Longest text of an element that is read, and items of a document. */
const longestField = 60_000
const mostItems = 1_000
const stepLength = 16 * 1024

/** The first element of a document, and the element of an item in it. */
const formats: ReadonlyMap<string, { readonly item: string; readonly textType: TextType }> = new Map([
  ['rss', { item: 'item', textType: 'html' }],
  ['rdf:rdf', { item: 'item', textType: 'html' }],
  ['feed', { item: 'entry', textType: 'text' }],
])

type TextType = 'html' | 'text'

interface Field {
  readonly type: TextType
  readonly attributes: Readonly<Record<string, string>>
  text: string
}
type Item = Map<string, Field>

/**
 * Reads RSS 0.9x, 1.0 and 2.0, and Atom. Entities other than XML's own five are not known, and a document type definition, which could
 * define some or name a file, is refused. `url` completes relative links.
 */
export function* newsSteps(text: string, url: string): FeedSteps {
  const reader = new ItemReader()
  const parser = new Parser(reader, { xmlMode: true })
  for (let from = 0; from < text.length; from += stepLength) {
    parser.write(text.slice(from, from + stepLength))
    yield
  }
  parser.end()
  if (!reader.isFeed) throw new FeedFailure('format')
  const entries = new Map<string, FeedEntry>()
  let leftOut = 0
  for (const item of reader.items) {
    const entry = entryOf(item, url)
    if (entry === null) leftOut += 1
    else if (!entries.has(entry.key)) entries.set(entry.key, entry)
    yield
  }
  // Without a date it is as new as its place says: the sort keeps equal ones in their order.
  const newest = [...entries.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return { entries: newest.slice(0, mostEntries), leftOut }
}

/** Collects the texts of each item's own elements. */
class ItemReader {
  readonly items: Item[] = []
  isFeed = false
  private format: { readonly item: string; readonly textType: TextType } | null = null
  private depth = 0
  private item: Item | null = null
  private itemDepth = 0
  private field: Field | null = null

  onprocessinginstruction(name: string): void {
    if (name.startsWith('!')) throw new FeedFailure('doctype')
  }

  onopentag(name: string, attributes: Readonly<Record<string, string>>): void {
    const element = name.toLowerCase()
    this.depth += 1
    if (this.depth > deepest) throw new FeedFailure('format', 'too deep')
    if (this.depth === 1) this.begin(element)
    else if (this.item === null) this.beginItem(element)
    else if (this.depth === this.itemDepth + 1) this.beginField(this.item, element, attributes)
    // Markup that was written as elements: XHTML in Atom.
    else if (this.field !== null) this.field.text += ' '
  }

  onclosetag(): void {
    if (this.item !== null && this.depth === this.itemDepth) {
      this.items.push(this.item)
      this.item = null
    }
    if (this.depth <= this.itemDepth + 1) this.field = null
    this.depth -= 1
  }

  ontext(text: string): void {
    if (this.field !== null && this.field.text.length < longestField) this.field.text += text
  }

  private begin(element: string): void {
    const format = formats.get(element)
    // A second element at the top is no XML.
    if (format === undefined || this.isFeed) throw new FeedFailure('format')
    this.format = format
    this.isFeed = true
  }

  private beginItem(element: string): void {
    if (element !== this.format?.item || this.items.length >= mostItems) return
    this.item = new Map()
    this.itemDepth = this.depth
  }

  private beginField(item: Item, element: string, attributes: Field['attributes']): void {
    const type = attributes.type === 'html' ? 'html' : (this.format?.textType ?? 'text')
    this.field = { type, attributes, text: '' }
    const key = element === 'link' ? `link ${attributes.rel ?? 'alternate'}` : element
    // The first of its kind counts.
    if (!item.has(key)) item.set(key, this.field)
  }
}

function entryOf(item: Item, base: string): FeedEntry | null {
  const summary = shown(item, ['description', 'summary', 'content:encoded', 'content'], mostSummary)
  const title = shown(item, ['title'], mostTitle) || plainText(summary, mostTitle)
  if (title === '') return null
  const url = linkIn(item, base)
  const published = first(item, ['pubdate', 'published', 'dc:date', 'updated'])
  const at = Date.parse(published)
  return {
    key: keyOf(first(item, ['guid', 'id']) || (url ?? `${title}\n${published}`)),
    title,
    summary: summary === '' || summary === title ? null : summary,
    url,
    at: isMoment(at) ? at : null,
    endsAt: null,
    allDay: false,
  }
}

/** From 1970 on. */
const isMoment = (ms: number): boolean => Number.isFinite(ms) && ms >= 0

/** Returns the text of the first of these elements that has one. */
const first = (item: Item, names: readonly string[]): string =>
  names.map((name) => item.get(name)?.text.trim() ?? '').find((text) => text !== '') ?? ''

function shown(item: Item, names: readonly string[], most: number): string {
  for (const name of names) {
    const field = item.get(name)
    if (field === undefined) continue
    const text = field.type === 'html' ? textOfHtml(field.text, most) : plainText(field.text, most)
    if (text !== '') return text
  }
  return ''
}

function linkIn(item: Item, base: string): string | null {
  const link = item.get('link alternate')
  const own = linkOf(link?.attributes.href ?? link?.text ?? '', base)
  if (own !== null) return own
  const guid = item.get('guid')
  return guid === undefined || guid.attributes.isPermaLink === 'false'
    ? null
    : linkOf(absolute(guid.text), base)
}

/** An identifier is a link only if it is written as one. */
const absolute = (text: string): string => (/^\s*https?:\/\//i.test(text) ? text : '')
