import ts from 'typescript'
import { isJudged, serverDir } from './judged-sources.ts'
import { lineOf, parseSource, type SourceText } from './parse-source.ts'
import { smallStatement } from './tables-in-sql.ts'

/** A table that SQL names by an expression: no reader and no check knows which one it is. */
export interface BuiltName {
  readonly file: string
  readonly line: number
  readonly expression: string
}

/** Expressions that were reviewed, by file: why what they name is the module's own, or has no owner. */
export const reviewedNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'platform/database/backup/tables.ts': {
    'quote(name)': 'a backup holds every sequence that the catalogue lists',
  },
  'platform/database/backup/backup.ts': {
    'quoted(table)': 'a backup holds every table that the catalogue lists',
  },
  'platform/database/backup/restore.ts': {
    table: 'a restore drops and adds the foreign keys that the catalogue lists',
    name: 'a restore locks, fills and reads the tables that the backup lists',
  },
  'system-tests/authorisation/customers-cast.ts': {
    table: 'a test compares the rows of every table before and after',
  },
  'platform/keys/settle-keys.ts': {
    table:
      'another key seals every column of `sealedColumns` again in one transaction, before any module is open',
  },
  'market-data/candles/packs/pack-old-candles.ts': {
    table: 'one of the two tables of candles, both of this module',
  },
  'trading/commits/commit-batch.ts': { 'ordersCommit.call': 'a function of this module, with its arguments' },
  'ledger/postgres-ledger.ts': { 'ledgerPostSteps.call': 'a function of this module, with its arguments' },
  'market-data/history/quote-ranges-store.ts': { requestedSeqs: 'an array of the request, unnested' },
  'market-data/history/quote-ticks-store.ts': { requestedSeqs: 'an array of the request, unnested' },
}

const beforeTable =
  /\b(?<!DISTINCT )((FROM|JOIN|INTO|UPDATE|TABLE|USING)\s+(ONLY\s+)?|(FROM|USING)\s+(\w+(\s+(AS\s+)?\w+)?\s*,\s*)+)(\w+\.)?"?$/
const beforeEnd = /\b(FROM|JOIN|INTO|(?<!\b(FOR|KEY)\s+)UPDATE|TABLE|USING)\s+$/
const builderMethods =
  /^(selectFrom|insertInto|replaceInto|mergeInto|updateTable|deleteFrom|(inner|left|right|full|cross)Join(Lateral)?)$/

/** Finds table names that are built, except constants of the same file, of which each possible value is a literal. */
export const builtTableNames = (sources: readonly SourceText[]): BuiltName[] =>
  sources.filter(isJudged).flatMap((source) => {
    const tree = parseSource(source)
    const reviewed = Object.keys(reviewedNames[source.file.slice(serverDir.length + 1)] ?? {})
    const found: BuiltName[] = []
    const visit = (node: ts.Node): void => {
      for (const name of unknownNames(node, tree)) {
        const expression = name.getText(tree)
        if (!reviewed.includes(expression))
          found.push({ file: source.file, line: lineOf(tree, name.getStart(tree)), expression })
      }
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })

/** Returns the expressions by which this node names a table that is not known here. */
const unknownNames = (node: ts.Node, tree: ts.SourceFile): ts.Node[] =>
  isOpenEnded(node) ? [node] : builtNames(node).filter((name) => literalsOf(name, tree) === null)

/** Returns the expressions by which this node names a table. */
export function builtNames(node: ts.Node): ts.Expression[] {
  if (ts.isTemplateExpression(node)) return namedByTemplate(node)
  if (ts.isBinaryExpression(node)) return endsBeforeTable(node.left) ? [node.right] : []
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
  return node.arguments.slice(0, 1).filter((first) => namesTable(node.expression) && isBuilt(first))
}

function namedByTemplate(node: ts.TemplateExpression): ts.Expression[] {
  const isSmall = smallStatement.test(node.getText().slice(1, -1))
  return node.templateSpans.flatMap(({ expression }, index) => {
    const text = (index === 0 ? node.head : node.templateSpans[index - 1]?.literal)?.text ?? ''
    // `extract(epoch FROM …)` names no table.
    const isNext = beforeTable.test(isSmall ? text.toUpperCase() : text) && !/\bextract\([^)]*$/i.test(text)
    return isNext ? [expression] : []
  })
}

/** Reports whether a method of the query builder takes a table. `from` and `using` are common names: only of a builder's chain. */
function namesTable(called: ts.Expression): boolean {
  if (!ts.isPropertyAccessExpression(called)) return false
  const { name, expression } = called
  if (/^(from|using)$/.test(name.text))
    return /\b(updateTable|deleteFrom|mergeInto)\(/.test(expression.getText())
  return builderMethods.test(name.text) || (name.text === 'table' && expression.getText() === 'sql')
}

/** Reports whether a text ends where a table follows, and nothing is added to it here: another place adds the table. */
const isOpenEnded = (node: ts.Node): boolean =>
  isText(node) && endsBeforeTable(node) && !ts.isBinaryExpression(node.parent)

const endsBeforeTable = (left: ts.Expression): boolean => beforeEnd.test(endOf(left))

function endOf(text: ts.Expression): string {
  if (ts.isBinaryExpression(text)) return endOf(text.right)
  if (ts.isTemplateExpression(text)) return text.templateSpans.at(-1)?.literal.text ?? ''
  return ts.isStringLiteralLike(text) ? text.text : ''
}

const isText = (node: ts.Node): node is ts.TemplateExpression | ts.StringLiteralLike =>
  ts.isTemplateExpression(node) || ts.isStringLiteralLike(node)

/** Literals are judged where they stand; functions and calls give subqueries. */
const isBuilt = (argument: ts.Expression): boolean =>
  ts.isIdentifier(argument) ||
  ts.isTemplateExpression(argument) ||
  ts.isPropertyAccessExpression(argument) ||
  ts.isElementAccessExpression(argument) ||
  ts.isConditionalExpression(argument)

/** Lists every value that an expression can have, if all of them are literals of this file; null otherwise. */
export function literalsOf(expression: ts.Expression, tree: ts.SourceFile): string[] | null {
  if (ts.isStringLiteralLike(expression)) return [expression.text]
  if (ts.isTemplateExpression(expression)) return /^\w+\(/.test(expression.head.text) ? [] : null
  if (ts.isIdentifier(expression)) return literalsOfConstant(expression.text, tree)
  const parts = partsOf(expression)
  return parts === null ? null : allOf(parts, tree)
}

/** Returns the expressions that this one takes its value from; null where it computes one. */
function partsOf(expression: ts.Expression): (ts.Node | undefined)[] | null {
  if (ts.isAsExpression(expression) || ts.isParenthesizedExpression(expression))
    return [expression.expression]
  if (ts.isElementAccessExpression(expression)) return [expression.expression]
  if (ts.isConditionalExpression(expression)) return [expression.whenTrue, expression.whenFalse]
  if (ts.isArrayLiteralExpression(expression)) return [...expression.elements]
  if (!ts.isObjectLiteralExpression(expression)) return null
  return expression.properties.map((one) => (ts.isPropertyAssignment(one) ? one.initializer : undefined))
}

function allOf(parts: readonly (ts.Node | undefined)[], tree: ts.SourceFile): string[] | null {
  const lists = parts.map((part) =>
    part !== undefined && ts.isExpression(part) ? literalsOf(part, tree) : null,
  )
  return lists.some((list) => list === null) ? null : lists.flatMap((list) => list ?? [])
}

function literalsOfConstant(name: string, tree: ts.SourceFile): string[] | null {
  const lists: (string[] | null)[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node)) lists.push(...declared(node, name, tree))
    if (ts.isParameter(node) && node.name.getText(tree).match(new RegExp(`\\b${name}\\b`))) lists.push(null)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return lists.length === 0 || lists.some((list) => list === null)
    ? null
    : lists.flatMap((list) => list ?? [])
}

/** Returns the literals of a declaration of this name: of its own place, where it takes one part of a list. */
function declared({ name: binding, initializer }: ts.VariableDeclaration, name: string, tree: ts.SourceFile) {
  if (initializer === undefined) return []
  if (ts.isIdentifier(binding)) return binding.text === name ? [literalsOf(initializer, tree)] : []
  const place = binding.elements.findIndex(
    (one) => ts.isBindingElement(one) && one.name.getText(tree) === name,
  )
  if (place < 0) return []
  return ts.isArrayBindingPattern(binding)
    ? partsAt(initializer, place).map((part) => part && literalsOf(part, tree))
    : [null]
}

const partsAt = (list: ts.Expression, place: number): (ts.Expression | null)[] => {
  if (ts.isConditionalExpression(list))
    return [...partsAt(list.whenTrue, place), ...partsAt(list.whenFalse, place)]
  if (ts.isAsExpression(list) || ts.isParenthesizedExpression(list)) return partsAt(list.expression, place)
  return [ts.isArrayLiteralExpression(list) ? (list.elements[place] ?? null) : null]
}
