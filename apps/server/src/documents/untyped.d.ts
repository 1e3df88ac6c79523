declare module 'bidi-js' {
  interface EmbeddingLevels {
    /** One for each UTF-16 unit; odd: right to left. */
    readonly levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl' | 'auto'): EmbeddingLevels
    getMirroredCharacter(character: string): string | null
  }
  export default function createBidi(): Bidi
}

declare module 'linebreak' {
  interface Break {
    /** Position at which the next line may begin. */
    readonly position: number
    readonly required: boolean
  }
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): Break | null
  }
}
