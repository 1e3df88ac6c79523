/** Messages of which pieces are missing are given up when this many newer ones are being put together. */
const mostOpen = 256

interface Open {
  readonly pieces: (string | undefined)[]
  missing: number
}

/** JSON in ASCII alone, so that its length in characters is its length in bytes. */
const inAscii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Cuts a message into pieces of at most `longest` bytes, each with its sender, its number and the number of pieces. */
export function cutIntoPieces(sender: string, number: number, json: string, longest: number): string[] {
  const text = inAscii(json)
  // The head: sender, three numbers, four colons.
  const capacity = longest - sender.length - 34
  const count = Math.max(1, Math.ceil(text.length / capacity))
  return Array.from(
    { length: count },
    (_, index) =>
      `${sender}:${number}:${index}:${count}:${text.slice(index * capacity, (index + 1) * capacity)}`,
  )
}

/** Puts messages together again. */
export class PieceJoiner {
  private readonly open = new Map<string, Open>()

  /** The whole message, with its last piece; null before. */
  join(piece: string): string | null {
    const found = /^([^:]*):(\d+):(\d+):(\d+):/.exec(piece)
    if (found === null) throw new Error('not a piece of a message')
    const [head, sender, number, index, count] = found
    const text = piece.slice(head.length)
    if (count === '1') return text
    const key = `${sender}:${number}`
    const open = this.open.get(key) ?? { pieces: [], missing: Number(count) }
    this.open.set(key, open)
    // A duplicate, which does not count as another piece.
    if (open.pieces[Number(index)] !== undefined) return null
    open.pieces[Number(index)] = text
    open.missing -= 1
    if (open.missing > 0) {
      this.giveUpOldest()
      return null
    }
    this.open.delete(key)
    return open.pieces.join('')
  }

  private giveUpOldest(): void {
    const [oldest] = this.open.keys()
    if (this.open.size > mostOpen && oldest !== undefined) this.open.delete(oldest)
  }
}
