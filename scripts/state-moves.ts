import ts from 'typescript'
import { lineOf, parseSource, type SourceText } from './parse-source.ts'

/** A state that moves by a table of `packages/rules`: the table and column that store it. */
export interface StoredState {
  readonly table: string
  readonly column: string
}

/** An update that can move a state without asking the table of moves. */
export interface FreeMove extends StoredState {
  readonly file: string
  readonly line: number
}

/** Finds updates of these states in a function that neither asks `statesBefore` nor takes a change that `StaysInState`. */
export const freeMoves = (sources: readonly SourceText[], states: readonly StoredState[]): FreeMove[] =>
  sources.flatMap((source) => {
    const tree = parseSource(source)
    const found: FreeMove[] = []
    const visit = (node: ts.Node): void => {
      const state = states.find((one) => movesBySql(node, one) || movesByBuilder(node, one))
      if (state !== undefined && !isHeld(functionAround(node).getText(tree)))
        found.push({ file: source.file, line: lineOf(tree, node.getStart(tree)), ...state })
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })

const isHeld = (functionText: string): boolean => /\b(statesBefore\(|StaysInState<)/.test(functionText)

function movesBySql(node: ts.Node, { table, column }: StoredState): boolean {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false
  const [, set] =
    new RegExp(`\\bUPDATE\\s+${table}\\b[^]*?\\bSET\\b([^]*?)(\\bWHERE\\b|$)`).exec(node.getText()) ?? []
  return set !== undefined && new RegExp(`(^|[\\s,(])"?${column}"?\\s*=|^\\s*\\$\\{|\\}\\s*=`).test(set)
}

function movesByBuilder(node: ts.Node, { table, column }: StoredState): boolean {
  if (!ts.isCallExpression(node) || !isCallOf(node, 'updateTable')) return false
  const [named] = node.arguments
  if (named === undefined || !ts.isStringLiteralLike(named) || named.text.split(' ')[0] !== table)
    return false
  const change = argumentOfSet(node)
  return (
    change === null ||
    !ts.isObjectLiteralExpression(change) ||
    change.properties.some((one) => canSet(one, column))
  )
}

/** A spread can bring any column. */
const canSet = (property: ts.ObjectLiteralElementLike, column: string): boolean =>
  ts.isSpreadAssignment(property) || property.name?.getText().replaceAll(/['"]/g, '') === column

/** Returns the argument of `.set(…)` in the chain that a call begins; null when there is none. */
function argumentOfSet(call: ts.CallExpression): ts.Expression | null {
  const access = call.parent
  if (!ts.isPropertyAccessExpression(access) || !ts.isCallExpression(access.parent)) return null
  return isCallOf(access.parent, 'set') ? (access.parent.arguments[0] ?? null) : argumentOfSet(access.parent)
}

const isCallOf = (call: ts.CallExpression, method: string): boolean =>
  ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === method

const functionAround = (node: ts.Node): ts.Node =>
  ts.isSourceFile(node) || ts.isFunctionLike(node) ? node : functionAround(node.parent)
