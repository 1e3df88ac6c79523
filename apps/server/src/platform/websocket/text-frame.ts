/** Header lengths of RFC 6455: 7 bits, 16 bits or 64 bits of payload length. */
const shortMost = 125
const mediumMost = 0xffff
const finalText = 0x81

/** One unmasked, final, uncompressed text frame, ready for any number of sockets: it is made once and written to all. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const headerLength = length <= shortMost ? 2 : length <= mediumMost ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = finalText
  if (length <= shortMost) frame[1] = length
  else if (length <= mediumMost) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}
