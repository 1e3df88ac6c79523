const openers = /^(what|whatever|who|whoever|whom|whose|whether|where|which|when|why|how)\b/i

interface DocComment {
  readonly line: number
  /** Words of its first line. */
  readonly words: string
}

/** Finds the doc comments of a source. */
export const docComments = (text: string): DocComment[] =>
  [...text.matchAll(/\/\*\*\s*(?:\*\s*)?([^\s*][^\n]*)/g)].map((found) => ({
    line: text.slice(0, found.index).split('\n').length,
    words: found[1] ?? '',
  }))

/** A doc comment starts with a verb in the third person or with the thing's name, never with a question word. */
export const opensWithQuestion = ({ words }: DocComment): boolean => openers.test(words)
