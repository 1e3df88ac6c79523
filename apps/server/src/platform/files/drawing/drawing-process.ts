// The process that opens what strangers send. It is started without our environment, knows no secret, has no connection,
// and is killed when it takes too much memory or too long.
import { decoderOpened } from './decode-jpeg2000.ts'
import type { Drawing, DrawingRequest } from './drawing.ts'
import { sanitizeImage } from './image-sanitizer.ts'

process.on('message', (request: DrawingRequest) => {
  // Whatever a decoder trips over is a broken picture: nobody else is in this process.
  const drawn = sanitizeImage(request).catch((): Drawing => ({ ok: false, reason: 'broken' }))
  drawn.then((drawing) => process.send?.(drawing))
})
/** Id of the user nobody, on Linux and macOS alike: owns no file and no process of ours. */
const unprivilegedId = 65_534

await decoderOpened
// Root's rights were needed to read our own program, which may lie where nobody else looks; not one of them for a picture.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(unprivilegedId)
  process.setuid?.(unprivilegedId)
}
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
