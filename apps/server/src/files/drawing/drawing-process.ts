// The process that opens what strangers send. It is started without our environment, knows no secret, has no connection,
// and is killed when it takes too much memory or too long.
import { drawAnew } from './draw-anew.ts'
import type { Drawing, DrawingAsk } from './drawing.ts'

process.on('message', (ask: DrawingAsk) => {
  // Whatever a decoder trips over is a broken picture: nobody else is in this process.
  const drawn = drawAnew(ask).catch((): Drawing => ({ ok: false, reason: 'broken' }))
  drawn.then((drawing) => process.send?.(drawing))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
