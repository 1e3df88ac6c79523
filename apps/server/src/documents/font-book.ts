import { readFile } from 'node:fs/promises'
import type { LanguageCode } from '@candor/texts/languages.ts'
import { create } from 'fontkit'
import subsetFont from 'subset-font'
import type { Weight } from './document.ts'
import { slicesFor } from './font-slices.ts'

/** Glyph of a character: some characters of one slice in one weight form a font of the document. */
export interface Drawn {
  readonly font: string
  readonly character: string
}

const axis: Readonly<Record<Weight, number>> = { regular: 400, bold: 640 }
/** Replacement where no font has a character. */
const missing = '\u25A1'
/** A space has no outline, and where it is the font's last glyph its box is read beyond the table: there are bytes to read. */
const padding = Buffer.alloc(16)

interface Waiting {
  readonly character: string
  /** Slices that may contain it, the best first. */
  readonly slices: readonly string[]
}

/** The fonts of one document: exactly the characters it uses, each in the reader's own script. */
export class FontBook {
  /** A font file each, by name. */
  readonly fonts = new Map<string, Buffer>()
  private readonly drawn = new Map<string, Drawn>()

  static async open(
    language: LanguageCode,
    texts: readonly { readonly text: string; readonly weight: Weight }[],
  ): Promise<FontBook> {
    const book = new FontBook()
    for (const weight of ['regular', 'bold'] as const) {
      const ofWeight = texts.filter((each) => each.weight === weight).map(({ text }) => text)
      await book.fill(language, weight, new Set([missing, ' ', ...ofWeight.join('')]))
    }
    return book
  }

  /** The font and the character, or the sign that none has it. */
  of(character: string, weight: Weight): Drawn {
    const drawn = this.drawn.get(`${weight}${character}`) ?? this.drawn.get(`${weight}${missing}`)
    if (drawn === undefined) throw new Error('no font has the sign for a missing character')
    return drawn
  }

  /** A slice may lack a character that its list promises: the character goes on to the next slice that lists it. */
  private async fill(language: LanguageCode, weight: Weight, characters: ReadonlySet<string>) {
    let waiting: Waiting[] = [...characters].map((character) => ({
      character,
      slices: slicesFor(language, character),
    }))
    for (let round = 0; waiting.length > 0; round++) {
      const refused: Waiting[] = []
      for (const [slice, wanted] of bySlice(waiting)) {
        const name = `${slice.slice(slice.lastIndexOf('/') + 1)}:${weight}:${round}`
        const found = await this.add(name, slice, weight, wanted)
        for (const { character } of wanted.filter((one) => found.has(one.character)))
          this.drawn.set(`${weight}${character}`, { font: name, character })
        refused.push(...wanted.filter((one) => !found.has(one.character)))
      }
      waiting = refused.map(({ character, slices }) => ({ character, slices: slices.slice(1) }))
    }
  }

  private async add(
    name: string,
    slice: string,
    weight: Weight,
    wanted: readonly Waiting[],
  ): Promise<ReadonlySet<string>> {
    const subset = await subsetFont(
      await readFile(slice),
      wanted.map(({ character }) => character).join(''),
      {
        targetFormat: 'sfnt',
        variationAxes: { wght: axis[weight] },
      },
    )
    const data = Buffer.concat([subset, padding])
    const found = charactersOf(data)
    if (found.size > 0) this.fonts.set(name, data)
    return found
  }
}

/** Groups characters without a font by the next slice to search; drops those without one. */
function bySlice(waiting: readonly Waiting[]): ReadonlyMap<string, Waiting[]> {
  const groups = new Map<string, Waiting[]>()
  for (const one of waiting) {
    const [slice] = one.slices
    if (slice !== undefined) groups.set(slice, [...(groups.get(slice) ?? []), one])
  }
  return groups
}

function charactersOf(data: Buffer): ReadonlySet<string> {
  const font = create(data)
  if (!('characterSet' in font)) throw new Error('a slice is one font')
  // With nothing but the sign for no character, a font's table of characters is empty and cannot be read.
  if (font.numGlyphs === 1) return new Set()
  return new Set(font.characterSet.map((codePoint) => String.fromCodePoint(codePoint)))
}
