import { basename } from 'node:path'
import ts from 'typescript'
import { lineOf } from './parse-source.ts'

/** Words that do not state what a value is, or that mean something else in this field: an ask is a price. */
const vagueWords: ReadonlySet<string> = new Set(
  [
    'answer answers answered answering anew ask asked asking beside besides decided fact facts',
    'hundred kept nobody room rooms said stands told whatever whoever',
  ].flatMap((words) => words.split(' ')),
)
/** `xOnWire` is `toXResponse`; a type `Closing` is a closed position, an account's closure, or what shuts down. */
const retired = /OnWire$|^Closings?$/

/** Names that may hold one of the words, everywhere or in one folder or file. */
interface Exemption {
  readonly names: string
  readonly under?: string
  readonly reason: string
}

/** Folders that write notices or letters, whose `facts` are the values for a text. */
const withNotices = [
  'accounts',
  'funding',
  'invites',
  'loans',
  'market-data',
  'nft',
  'notifications',
  'platform/email',
  'support',
  'system-tests',
]

export const exemptions: readonly Exemption[] = [
  {
    names: 'ask askHigh askLow askRise askPrice askText bestAsk best_ask bidAndAsk BidAndAsk',
    reason: 'the ask price',
  },
  {
    names:
      'askedAt askedBy asked_at asked_by decidedAt decidedBy decidedReason decided_at decided_by decided_reason',
    reason: 'fields of calls and columns of tables',
  },
  {
    names: 'answerUnderstanding opsSupportAnswer opsAskHoldingControl supportAnswered',
    reason: 'names of calls and of a notice',
  },
  ...withNotices.map((folder) => ({
    names: 'facts',
    under: `apps/server/src/${folder}/`,
    reason: 'a field of the call notifications, and a column',
  })),
  {
    names: 'hundred',
    under: 'apps/server/src/market-data/price-board/price-items.ts',
    reason: 'a field of the state that one process sends another',
  },
  {
    names: 'facts',
    under: 'apps/server/src/screening/screening-tables.ts',
    reason: 'a column',
  },
  ...['orders/orders-tables.ts', 'options/options-tables.ts'].map((file) => ({
    names: 'facts',
    under: `apps/server/src/trading/${file}`,
    reason: 'a column',
  })),
  {
    names: 'Closing',
    under: 'apps/server/src/trading/risk/loss-cover.ts',
    reason: 'a closed position; its next change renames it',
  },
  {
    names: 'facts',
    under: 'apps/server/src/trading/commits/commit-batch.ts',
    reason: 'a field that markets_action_applied reads',
  },
  {
    names: 'answer answers',
    under: 'apps/server/src/trading/commits/commit-row.ts',
    reason: 'fields that orders_commit returns',
  },
  {
    names: 'kept',
    under: 'apps/server/src/nft/',
    reason: 'a field of the call opsCharity',
  },
  {
    names: 'kept',
    under: 'apps/server/src/platform/files/files-tables.ts',
    reason: 'a column',
  },
  {
    names: 'answer',
    under: 'apps/server/src/platform/http/idempotency/http-tables.ts',
    reason: 'a column',
  },
]

interface VagueName {
  readonly line: number
  readonly name: string
}

/** Finds declared names that hold a vague word: variables, parameters, functions, types, properties, methods, and the file itself. */
export function vagueNames(tree: ts.SourceFile): VagueName[] {
  const { fileName: file } = tree
  const found: VagueName[] = []
  const consider = (name: string, line: number): void => {
    if (isVague(name) && !isExempt(name, file)) found.push({ line, name })
  }
  consider(basename(file).replace(/(\.test|\.journey)?\.tsx?$/, ''), 1)
  const visit = (node: ts.Node): void => {
    const name = declaredName(node)
    if (name !== null) consider(name.text, lineOf(tree, name.getStart(tree)))
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const isVague = (name: string): boolean =>
  retired.test(name) || wordsOf(name).some((word) => vagueWords.has(word))

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$-]+/)
    .map((word) => word.toLowerCase())

const isExempt = (name: string, file: string): boolean =>
  exemptions.some(({ names, under = '' }) => file.startsWith(under) && names.split(' ').includes(name))

/** Returns the name that a node declares. Fields of an object's literal are declared by its type, or by the wire. */
function declaredName(node: ts.Node): ts.Identifier | null {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) return null
  if (!isNamedDeclaration(node)) return null
  return node.name !== undefined && ts.isIdentifier(node.name) ? node.name : null
}

const isNamedDeclaration = (node: ts.Node): node is ts.Node & { readonly name?: ts.Node } =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionLike(node) ||
  ts.isClassLike(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isTypeParameterDeclaration(node) ||
  ts.isNamespaceImport(node)
