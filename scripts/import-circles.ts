import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A file's path from the root, and its text. */
export interface ImportingFile {
  readonly file: string
  readonly text: string
}

/** Finds the circles of imports among these files, imports of types included: files that all reach each other. */
export function importCircles(files: readonly ImportingFile[]): string[][] {
  const known = new Set(files.map(({ file }) => file))
  const imports = files.map((one) => [one.file, importsOf(one).filter((file) => known.has(file))] as const)
  return new Components(new Map(imports)).circles
}

const importsOf = ({ file, text }: ImportingFile): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName: name }) => {
    if (name.startsWith('.')) return [join(dirname(file), name)]
    const [, folder, path] = /^@candor\/([a-z]+)(?:\/(.+))?$/.exec(name) ?? []
    return folder === undefined ? [] : [join('packages', folder, 'src', path ?? 'index.ts')]
  })

/** Finds the strongly connected components of more than one file, by Tarjan's algorithm. */
class Components {
  readonly circles: string[][] = []
  private readonly imports: ReadonlyMap<string, readonly string[]>
  private readonly numbers = new Map<string, number>()
  /** Files whose component is not complete yet, in the order of their numbers. */
  private readonly open: string[] = []

  constructor(imports: ReadonlyMap<string, readonly string[]>) {
    this.imports = imports
    for (const file of imports.keys()) if (!this.numbers.has(file)) this.visit(file)
  }

  /** Returns the smallest number of an open file that this one reaches. */
  private visit(file: string): number {
    const number = this.numbers.size
    this.numbers.set(file, number)
    const place = this.open.push(file) - 1
    const reached = (this.imports.get(file) ?? []).map((imported) => this.reach(imported))
    const lowest = Math.min(number, ...reached)
    if (lowest < number) return lowest
    const component = this.open.splice(place)
    if (component.length > 1) this.circles.push(component.sort())
    return lowest
  }

  private reach(imported: string): number {
    const number = this.numbers.get(imported)
    if (number === undefined) return this.visit(imported)
    return this.open.includes(imported) ? number : Number.POSITIVE_INFINITY
  }
}
