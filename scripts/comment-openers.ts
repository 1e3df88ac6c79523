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

/** Words of another time; the ordinary ones are `again`, `newly`, `anyone who`, `the caller`. */
const oldWords = /\b(anew|whoever)\b/i
const comment = /(?:^\s*(?:\/\/|\/?\*)|\s\/\/\s|\{\/\*)(.*)/

/** Files whose next change replaces such a word. */
const unchanged: ReadonlySet<string> = new Set(['apps/server/src/trading/triggers/held-triggers.ts'])

/** Finds the lines whose comment has a word that is no longer in use. */
export const oldWordLines = (file: string, text: string): string[] =>
  unchanged.has(file)
    ? []
    : text.split('\n').flatMap((line, index) => {
        const word = oldWords.exec(comment.exec(line)?.[1] ?? '')?.[0]
        return word === undefined ? [] : [`${file}:${index + 1}: a comment says “${word}”`]
      })
