/** Properties that a JPEG 2000 codestream declares, read before any decoding. */
export interface Jpeg2000Size {
  readonly width: number
  readonly height: number
  readonly components: number
  readonly tiles: number
  /** Number of times it can be halved while decoding. */
  readonly halvings: number
}

const sizMarker = [0xff, 0x4f, 0xff, 0x51]
/** Farthest start of the codestream: the boxes before it are few and small in any photo. */
const farthestStart = 256 * 1024

/** Reads the SIZ and COD segments (ISO/IEC 15444-1, A.5.1 and A.6.1); null where there are none. */
export function jpeg2000SizeOf(bytes: Uint8Array): Jpeg2000Size | null {
  const start = startOfCodestream(bytes)
  // SOC, SIZ, Lsiz, Rsiz, eight 32-bit fields, Csiz.
  if (start < 0 || bytes.length < start + 42) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + start)
  const at = (field: number) => view.getUint32(8 + 4 * field)
  const [right, bottom, left, top] = [at(0), at(1), at(2), at(3)]
  const [tileWidth, tileHeight] = [at(4), at(5)]
  const halvings = halvingsOf(bytes.subarray(start))
  if (right <= left || bottom <= top || tileWidth === 0 || tileHeight === 0 || halvings === null) return null
  return {
    width: right - left,
    height: bottom - top,
    components: view.getUint16(40),
    tiles: Math.ceil(right / tileWidth) * Math.ceil(bottom / tileHeight),
    halvings,
  }
}

const codMarker = 0xff52
const mostSegments = 40

/** The decomposition levels of the main header's COD segment. */
function halvingsOf(codestream: Uint8Array): number | null {
  const view = new DataView(codestream.buffer, codestream.byteOffset, codestream.length)
  let at = 2
  for (let segment = 0; segment < mostSegments && at + 10 <= view.byteLength; segment++) {
    if (view.getUint16(at) === codMarker) return view.getUint8(at + 9)
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function startOfCodestream(bytes: Uint8Array): number {
  const last = Math.min(bytes.length - sizMarker.length, farthestStart)
  for (let start = 0; start <= last; start++) {
    if (sizMarker.every((byte, at) => bytes[start + at] === byte)) return start
  }
  return -1
}
