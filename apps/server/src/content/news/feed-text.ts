import { Parser } from 'htmlparser2'

/** Longest HTML that is read for one text. */
const longestHtml = 20_000
/** Elements whose content is not text. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'iframe', 'object', 'svg', 'math', 'head'])
/** Elements that do not end a word. */
const inline = new Set([
  ...['a', 'abbr', 'b', 'cite', 'code', 'em', 'font', 'i', 'mark', 'q', 's', 'small', 'span', 'strong'],
  ...['sub', 'sup', 'u', 'wbr'],
])
/** Signs that change the direction of what follows them, and the byte order mark. */
const directionSigns = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** With halves of surrogate pairs, which the database does not store. */
const blanks = /[\s\p{Cc}\p{Cs}\u2028\u2029]+/gu

/** Returns the text of HTML without any element, its first `most` characters. */
export function textOfHtml(html: string, most: number): string {
  let text = ''
  let hiddenDepth = 0
  const parser = new Parser({
    onopentag: (name) => {
      if (hidden.has(name)) hiddenDepth += 1
      else if (!inline.has(name)) text += ' '
    },
    onclosetag: (name) => {
      if (hidden.has(name)) hiddenDepth -= 1
      else if (!inline.has(name)) text += ' '
    },
    ontext: (part) => {
      if (hiddenDepth === 0) text += part
    },
  })
  parser.end(html.slice(0, longestHtml))
  return plainText(text, most)
}

/** Returns a text on one line, without control and direction signs, its first `most` characters. */
export function plainText(text: string, most: number): string {
  const line = text.replace(directionSigns, '').replace(blanks, ' ').trim()
  const characters = [...line]
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const longestUrl = 2_000

/** Returns a link as it may be shown: http or https, without a user name; null: it is none of these. `base` completes a relative one. */
export function linkOf(text: string, base: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null
  const url = new URL(trimmed, base)
  const isShown =
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.href.length <= longestUrl
  return isShown ? url.href : null
}
