import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Starts the comment above a loop that explains why its items are not cases. */
const mark = '// No cases:'
/** The loop over cases that sets a stuck one aside. */
const allowed = 'apps/server/src/platform/jobs/for-each-case.ts'

/**
 * Finds the loops that await inside a job that claims to have no cases. Each needs a comment above it with the reason, or the job
 * has to use `forEachCase` (ADR-169). Follows calls as far as their source is known, not through interfaces.
 */
export function jobLoops(program: ts.Program): { readonly jobs: number; readonly faults: readonly string[] } {
  const walk = new Walk(program.getTypeChecker())
  for (const file of program.getSourceFiles()) if (isOurs(file)) walk.findJobs(file)
  return { jobs: walk.jobs, faults: [...walk.faults] }
}

/** The server's program, with the options of `tsconfig.node.json`. */
export function serverProgram(): ts.Program {
  const config = ts.readConfigFile(`${root}tsconfig.node.json`, ts.sys.readFile).config
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  return ts.createProgram([`${root}apps/server/src/compose.ts`], { ...options, noEmit: true })
}

const isOurs = ({ fileName }: ts.SourceFile): boolean =>
  !fileName.includes('/node_modules/') && !fileName.endsWith(allowed) && !fileName.endsWith('.d.ts')

class Walk {
  jobs = 0
  readonly faults = new Set<string>()
  private readonly checker: ts.TypeChecker
  private readonly seen = new Set<ts.Node>()

  constructor(checker: ts.TypeChecker) {
    this.checker = checker
  }

  findJobs(node: ts.Node): void {
    if (ts.isObjectLiteralExpression(node)) {
      const run = memberOf(node, 'run')
      if (run !== undefined && memberOf(node, 'noCases') !== undefined) {
        this.jobs += 1
        this.follow(run)
      }
    }
    ts.forEachChild(node, (child) => this.findJobs(child))
  }

  private follow(node: ts.Node): void {
    if (this.seen.has(node)) return
    this.seen.add(node)
    if (isLoop(node) && waits(node.statement, node) && !isMarked(node)) this.fault(node)
    if (ts.isCallExpression(node)) this.followCall(node.expression)
    // `run: publish` and functions passed as arguments are called by their receiver.
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) this.followValue(node)
    ts.forEachChild(node, (child) => this.follow(child))
  }

  private followCall(called: ts.Expression): void {
    const symbol = this.checker.getSymbolAtLocation(
      ts.isPropertyAccessExpression(called) ? called.name : called,
    )
    if (symbol !== undefined) this.followSymbol(symbol)
  }

  private followValue(node: ts.Identifier | ts.PropertyAccessExpression): void {
    if (this.checker.getTypeAtLocation(node).getCallSignatures().length === 0) return
    const symbol = this.checker.getSymbolAtLocation(ts.isIdentifier(node) ? node : node.name)
    if (symbol !== undefined) this.followSymbol(symbol)
  }

  private followSymbol(symbol: ts.Symbol): void {
    const whole = symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol
    for (const declaration of whole.declarations ?? []) {
      const body = bodyOf(declaration)
      if (body !== undefined && isOurs(declaration.getSourceFile())) this.follow(body)
    }
  }

  private fault(loop: ts.Node): void {
    const file = loop.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(loop.getStart())
    this.faults.add(
      `${relative(root, file.fileName)}:${line + 1}: a loop waits in a job without cases: walk them with forEachCase, or say above it why they are none (${mark} …)`,
    )
  }
}

const memberOf = (object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined =>
  object.properties.find((property) => property.name?.getText() === name)

function bodyOf(declaration: ts.Declaration): ts.Node | undefined {
  if (ts.isFunctionDeclaration(declaration) || ts.isMethodDeclaration(declaration)) return declaration.body
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration))
    return declaration.initializer
  if (ts.isPropertyAssignment(declaration)) return declaration.initializer
  return undefined
}

type Loop = ts.IterationStatement
const isLoop = (node: ts.Node): node is Loop => ts.isIterationStatement(node, false)

/** Reports whether a node awaits by itself; a function that it only creates does not count. */
function waits(node: ts.Node, loop: Loop): boolean {
  if (ts.isForOfStatement(loop) && loop.awaitModifier !== undefined) return true
  if (ts.isAwaitExpression(node)) return true
  if (ts.isFunctionLike(node)) return false
  return ts.forEachChild(node, (child) => waits(child, loop) || undefined) ?? false
}

function isMarked(loop: Loop): boolean {
  const text = loop.getSourceFile().text
  const comments = ts.getLeadingCommentRanges(text, loop.getFullStart()) ?? []
  return comments.some(({ pos, end }) => text.slice(pos, end).startsWith(mark))
}
