import { refusals } from '@candor/refusals'
import ts from 'typescript'

const codes = new Set<string>(Object.values(refusals).map(String))
const looksLikeOne = /\b1[01]_?0\d\d\b/

/**
 * Finds the lines of a source that name a refusal by its number instead of its name (packages/refusals). A string counts where
 * it is a property's name and nothing else; elsewhere it is a text key or an amount.
 */
export function bareCodes(text: string): number[] {
  if (!looksLikeOne.test(text)) return []
  const source = ts.createSourceFile('source.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const lines: number[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isNumericLiteral(node) || isPropertyName(node)) && codes.has(node.text)) {
      lines.push(source.getLineAndCharacterOfPosition(node.end).line + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return lines
}

const isPropertyName = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) && ts.isPropertyAssignment(node.parent) && node.parent.name === node
