import ts from 'typescript'
import { lineOf } from './parse-source.ts'

/** Endings of types that collect whatever a function needs; the context and a module’s named ports replace them. */
const gathered = /(Deps|Parts)$/
/** Types that a function takes whole: a part of one is such a type without a name. */
const takenWhole = /^ServerContext$|(Deps|Parts|Ports)$/

interface DependencyType {
  readonly line: number
  readonly words: string
}

/**
 * Finds declared types and files of a server module called `*Deps` or `*Parts`, and `Pick` or `Omit` over one of them, over the
 * context or over a module’s ports.
 */
export function dependencyTypes(tree: ts.SourceFile): DependencyType[] {
  const { fileName } = tree
  if (!fileName.startsWith('apps/server/src/')) return []
  const found: DependencyType[] = []
  if (/-(deps|parts)(\.test)?\.ts$/.test(fileName)) found.push({ line: 1, words: 'the file’s name' })
  const visit = (node: ts.Node): void => {
    const words = gatheredName(node) ?? partOfWhole(node)
    if (words !== null) found.push({ line: lineOf(tree, node.getStart(tree)), words })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

function gatheredName(node: ts.Node): string | null {
  const declares =
    ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)
  const name = declares ? (node.name?.text ?? '') : ''
  return gathered.test(name) ? name : null
}

function partOfWhole(node: ts.Node): string | null {
  // `interface A extends Pick<B, 'c'>` holds an expression with type arguments, everything else a reference.
  const reference = ts.isTypeReferenceNode(node)
    ? { name: node.typeName, of: node.typeArguments }
    : ts.isExpressionWithTypeArguments(node)
      ? { name: node.expression, of: node.typeArguments }
      : null
  if (reference === null || !ts.isIdentifier(reference.name)) return null
  const { text } = reference.name
  const [whole] = reference.of ?? []
  return ['Pick', 'Omit'].includes(text) && whole !== undefined && namesWhole(whole) ? node.getText() : null
}

const namesWhole = (node: ts.Node): boolean =>
  (ts.isIdentifier(node) && takenWhole.test(node.text)) ||
  (ts.forEachChild(node, (child) => namesWhole(child) || undefined) ?? false)
