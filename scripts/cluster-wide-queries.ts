import ts from 'typescript'
import { lineOf, parseSource, type SourceText } from './parse-source.ts'

const looksAtConnections = /\bpg_(?:locks|stat_activity)\b/
const inOneDatabase = /\bcurrent_database\(\)|\bdatname = /

/**
 * The numbers of the lines where a query reads the connections of a whole cluster. Tests share one: what such a query counts is also what
 * the tests in other processes do at that moment.
 */
export function clusterWideQueries(source: SourceText): readonly number[] {
  const tree = parseSource(source)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = node.getText(tree)
      if (looksAtConnections.test(text) && !inOneDatabase.test(text))
        found.push(lineOf(tree, node.getStart(tree)))
      return
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
