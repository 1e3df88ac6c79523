import ts from 'typescript'

/** A file's path from the root, and its text. */
export interface SourceText {
  readonly file: string
  readonly text: string
}

/** Parses a source without types: enough to find declarations and their places. */
export function parseSource({ file, text }: SourceText): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}

/** Returns the line, counted from 1, of a position in a source. */
export const lineOf = (tree: ts.SourceFile, position: number): number =>
  tree.getLineAndCharacterOfPosition(position).line + 1
