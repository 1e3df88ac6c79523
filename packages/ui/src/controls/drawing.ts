/** A place on the pad, in CSS pixels from its left upper corner. */
export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** In CSS pixels. */
export interface PadSize {
  readonly width: number
  readonly height: number
}

/** Strokes, and the size of the pad on which they were drawn. */
export interface Drawing extends PadSize {
  readonly strokes: readonly Stroke[]
}

const lineWidth = 2.2
/** Drawn with this many dots per pixel, so that the line is sharp on paper too. */
const density = 2

/** Returns the factor by which a drawing shrinks to fit a pad in both directions. It never grows. */
export const scaleOf = (drawing: Drawing | null, pad: PadSize): number =>
  drawing === null ? 1 : Math.min(1, pad.width / drawing.width, pad.height / drawing.height)

/** Adds a stroke, given in pixels of a pad of this size, which may be another one than the drawing's. The drawing grows by what the pad shows beyond it. */
export function withStroke(drawing: Drawing | null, stroke: Stroke, pad: PadSize): Drawing {
  const scale = scaleOf(drawing, pad)
  const points = stroke.map(([x, y]): Point => [x / scale, y / scale])
  return {
    width: Math.max(drawing?.width ?? 0, pad.width / scale),
    height: Math.max(drawing?.height ?? 0, pad.height / scale),
    strokes: [...(drawing?.strokes ?? []), points],
  }
}

/** Sizes the sheet to a pad, and draws on it. */
export function showDrawing(sheet: HTMLCanvasElement, drawing: Drawing | null, pad: PadSize): void {
  sheet.width = pad.width * density
  sheet.height = pad.height * density
  if (drawing === null) return
  const scale = scaleOf(drawing, pad)
  for (const stroke of drawing.strokes) drawStroke(sheet, stroke, scale)
}

/** Draws a line through the points of a stroke; a dot where there is only one. */
export function drawStroke(sheet: HTMLCanvasElement, stroke: Stroke, scale: number): void {
  const pen = sheet.getContext('2d')
  const [first, ...others] = stroke
  if (pen === null || first === undefined) return
  pen.setTransform(density * scale, 0, 0, density * scale, 0, 0)
  pen.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue('--sheet-ink')
  pen.lineWidth = lineWidth
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.beginPath()
  pen.moveTo(...first)
  for (const point of others.length === 0 ? [first] : others) pen.lineTo(...point)
  pen.stroke()
}

/** Makes a PNG of a drawing, transparent where nothing is drawn. */
export function pictureOf(drawing: Drawing): Promise<Blob> {
  const sheet = document.createElement('canvas')
  showDrawing(sheet, drawing, drawing)
  return new Promise((resolve, reject) => {
    sheet.toBlob((blob) => {
      if (blob === null) reject(new Error('the browser made no picture of the signature'))
      else resolve(blob)
    }, 'image/png')
  })
}
