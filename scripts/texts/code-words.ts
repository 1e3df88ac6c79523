import ts from 'typescript'
import type { termFinder } from '../../packages/texts/src/check/glossary.ts'
import { typographyFaults } from '../../packages/texts/src/check/typography.ts'
import { lineOf, parseSource, type SourceText } from '../parse-source.ts'

/** English that a file shows to a person, with its line; values stand in braces. */
export interface CodeWords {
  readonly line: number
  readonly text: string
}

/** Reads the English of a source: JSX text, and literals that are prose. */
export function wordsOfSource(source: SourceText): readonly CodeWords[] {
  const tree = parseSource(source)
  const found: CodeWords[] = []
  const visit = (node: ts.Node): void => {
    if (isNoWords(node)) return
    const text = textOf(node)
    if (text !== null && isProse(text)) found.push({ line: lineOf(tree, node.getStart(tree)), text })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Imports, types and class lists hold no words. */
function isNoWords(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isCallExpression(node)) return /classNames$/.test(node.expression.getText())
  return ts.isJsxAttribute(node) && node.name.getText() === 'className'
}

function textOf(node: ts.Node): string | null {
  const written = writtenIn(node)
  return written === null ? null : written.replace(/\s+/g, ' ').replace(nameOfCode, '{code}').trim()
}

/** A file ending, or a parameter of an address. */
const nameOfCode = /(?<=\s)[.?]\w[\w.=-]*/g

function writtenIn(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `{value}${literal.text}`).join('')
}

/** A capitalised word, or more words than one; the rest are names in code. */
const isProse = (text: string): boolean =>
  /^\p{Lu}\p{Ll}|[\p{L}’']\s+\p{L}/u.test(text) && !statement.test(text)

const statement =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|GRANT|REVOKE|DROP|BEGIN|LOCK TABLE|PASSWORD)\b/

/** Reads the English of a Markdown page, without code, addresses and marks. */
export function wordsOfPage(markdown: string): readonly CodeWords[] {
  const plain = markdown
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '{code}')
    .replace(/\]\([^)]*\)/g, ']')
  return plain
    .split('\n')
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== '')
}

/** Finds forbidden terms in the English of code or of a page; a finder is made once for many files. */
export const termFaults = (
  file: string,
  words: readonly CodeWords[],
  find: ReturnType<typeof termFinder>,
): readonly string[] =>
  words.flatMap(({ line, text }) =>
    find(file, text).map(({ form, accepted }) => `${file}:${line}: “${form}” is “${accepted}” here`),
  )

/** Finds punctuation and spaces that English writes in another way. */
export const spellingFaults = (file: string, words: readonly CodeWords[]): readonly string[] =>
  words.flatMap(({ line, text }) =>
    [...typographyFaults('en', text)].map((fault) => `${file}:${line}: ${fault}`),
  )
