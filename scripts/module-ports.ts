import ts from 'typescript'
import { lineOf } from './parse-source.ts'

/** Maximum number of ports that one interface lists; more are grouped by the module they come from. */
export const maxPorts = 4

/** Ports within the engine, which has longer lists. */
export const longerLists: ReadonlySet<string> = new Set([
  'OptionPurchasePorts',
  'OrdersPorts',
  'SplitNoticePorts',
  'FeeRebatePorts',
])

/** Finds interfaces of a server module's ports that list more than the maximum. */
export function longPortLists(tree: ts.SourceFile): string[] {
  const { fileName } = tree
  if (!fileName.startsWith('apps/server/src/')) return []
  return tree.statements.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node) || !/Ports$/.test(node.name.text)) return []
    const { length } = node.members
    if (length <= maxPorts || longerLists.has(node.name.text)) return []
    const line = lineOf(tree, node.getStart(tree))
    return [`${fileName}:${line}: ${node.name.text} lists ${length} ports: group them by module`]
  })
}
