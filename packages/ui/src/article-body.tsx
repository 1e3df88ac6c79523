import { createElement, type ReactNode, useMemo } from 'react'
import './prose.css'

const elements = new Set(
  'p h2 h3 h4 blockquote ul ol li pre code hr strong em del br a img mark table thead tbody tr th td'.split(
    ' ',
  ),
)
const attributes = ['href', 'target', 'rel', 'src', 'alt', 'start', 'loading']

/**
 * An article's HTML as elements of this page. The server writes a list of elements only; the same list is held here, so
 * that a mistake on one side is not a hole (ADR-111).
 */
export function ArticleBody({ html }: { readonly html: string }) {
  return useMemo(
    () => drawn('div', { className: 'prose mt-6' }, new DOMParser().parseFromString(html, 'text/html').body),
    [html],
  )
}

const drawn = (name: string, properties: Record<string, string>, source: Element): ReactNode =>
  createElement(name, properties, ...[...source.childNodes].map(one))

/** An element that is not listed is the text within it. */
const one = (node: ChildNode): ReactNode =>
  node instanceof Element && elements.has(node.localName)
    ? drawn(node.localName, attributesOf(node), node)
    : node.textContent

const attributesOf = (node: Element): Record<string, string> =>
  Object.fromEntries(
    attributes.flatMap((name) => {
      const value = node.getAttribute(name)
      return value === null || isScript(value) ? [] : [[name, value]]
    }),
  )

const isScript = (value: string): boolean => /^\s*(?:javascript|data|vbscript):/i.test(value)
