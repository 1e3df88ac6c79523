// The process that opens untrusted pictures. It starts without the server's environment, knows no secret, has no connection,
// and is killed when it takes too much memory or time.
import { decoderOpened } from './decode-jpeg2000.ts'
import type { Drawing, DrawingRequest } from './drawing.ts'
import { sanitizeImage } from './image-sanitizer.ts'

process.on('message', (request: DrawingRequest) => {
  // Any failure of a decoder means a broken picture: this process does nothing else.
  const drawn = sanitizeImage(request).catch((): Drawing => ({ ok: false, reason: 'broken' }))
  drawn.then((drawing) => process.send?.(drawing))
})
/** Id of the user nobody, on Linux and macOS alike: it owns no file and no process of ours. */
const unprivilegedId = 65_534

await decoderOpened
// Root's rights were needed to read our own program, which may be in a folder closed to others. A picture needs none of them.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(unprivilegedId)
  process.setuid?.(unprivilegedId)
}
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
