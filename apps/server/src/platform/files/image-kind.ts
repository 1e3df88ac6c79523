export type ImageKind = 'jpeg' | 'jpeg2000' | 'png'

const beginnings: readonly (readonly [ImageKind, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  // The box of a JP2 file, and a bare codestream.
  ['jpeg2000', [0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a]],
  ['jpeg2000', [0xff, 0x4f, 0xff, 0x51]],
]

/** Detects a file's type by its first bytes, ignoring its name and the sender's type. Does not check whether it can be decoded. */
export function imageKindOf(bytes: Uint8Array): ImageKind | null {
  const found = beginnings.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))
  return found?.[0] ?? null
}
