const longestSide = 2_400
const qualities = [0.86, 0.76, 0.64, 0.5] as const

/** Draws a picture smaller until it has at most `mostBytes`; null when this browser cannot read it (JPEG 2000, or no picture at all). */
export async function shrinkPicture(file: Blob, mostBytes: number): Promise<Blob | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (picture === null) return null
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const sheet = document.createElement('canvas')
  sheet.width = Math.round(picture.width * scale)
  sheet.height = Math.round(picture.height * scale)
  sheet.getContext('2d')?.drawImage(picture, 0, 0, sheet.width, sheet.height)
  picture.close()
  for (const quality of qualities) {
    const drawn = await new Promise<Blob | null>((resolve) => sheet.toBlob(resolve, 'image/jpeg', quality))
    if (drawn !== null && drawn.size <= mostBytes) return drawn
  }
  return null
}
