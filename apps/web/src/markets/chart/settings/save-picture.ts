import { keepFile } from '../../../session/calls/download.ts'
import type { CandleChart } from '../candle-chart.ts'
import { readColors } from '../chart-styles.ts'

/** px of the line above the chart that says what it shows. */
const headHeight = 32

const bytesOf = (dataUrl: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))

/** Saves a picture of the chart. The line above it names the market and the source of its prices: no chart goes without it (T4). */
export async function savePicture(chart: CandleChart, fileName: string, head: string): Promise<void> {
  const { surface, ink, family } = readColors(document.documentElement)
  const drawn = await createImageBitmap(new Blob([bytesOf(chart.picture(surface))]))
  const scale = globalThis.devicePixelRatio
  const canvas = new OffscreenCanvas(drawn.width, drawn.height + headHeight * scale)
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = surface
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = ink
  context.font = `600 ${13 * scale}px ${family}`
  context.textBaseline = 'middle'
  context.fillText(head, 10 * scale, (headHeight / 2) * scale)
  context.drawImage(drawn, 0, headHeight * scale)
  keepFile(await canvas.convertToBlob({ type: 'image/png' }), fileName)
}
