import ts from 'typescript'
import { lineOf } from './parse-source.ts'

export const maxFunctionLines = 60
export const maxFileLines = 300
export const maxParameters = 4
/** Limit of the file that opens the server: its parts open the modules. */
export const maxComposeLines = 120

/** A function by the line it starts on. */
interface FunctionSize {
  readonly line: number
  readonly lines: number
  readonly parameters: number
}

/** Measures every function that has a body, the methods and the functions in others included. */
export function functionSizes(tree: ts.SourceFile): FunctionSize[] {
  const found: FunctionSize[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineOf(tree, node.getStart(tree))
      found.push({ line, lines: lineOf(tree, node.end) - line + 1, parameters: node.parameters.length })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Finds functions and files over the limits, each with its figure. */
export function oversized(tree: ts.SourceFile): string[] {
  const sizes = functionSizes(tree)
  const place = (line: number): string => `${tree.fileName}:${line}`
  const fileLines = tree.text.split('\n').length
  const mostLines = tree.fileName === 'apps/server/src/compose.ts' ? maxComposeLines : maxFileLines
  return [
    ...sizes
      .filter(({ lines }) => lines > maxFunctionLines)
      .map(({ line, lines }) => `${place(line)}: a function of ${lines} lines`),
    ...sizes
      .filter(({ parameters }) => parameters > maxParameters)
      .map(({ line, parameters }) => `${place(line)}: a function of ${parameters} parameters`),
    ...(fileLines > mostLines ? [`${tree.fileName}: a file of ${fileLines} lines`] : []),
  ]
}
