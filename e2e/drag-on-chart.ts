import type { Page } from '@playwright/test'
import { isPhone } from './journey.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** Finds the labels of the lines that can be dragged, the highest price first, once they are at rest. */
export async function handlesOnChart(page: Page): Promise<Place[]> {
  const found: Place[] = []
  for (const label of await page.locator('[data-level][data-movable="true"]:visible').all()) {
    // At the start of the label: its end has a button of its own.
    await label.hover({ trial: true, position: { x: 8, y: 8 } })
    const box = await label.boundingBox()
    if (box !== null) found.push({ x: box.x + 8, y: box.y + box.height / 2 })
  }
  return found
}

/** Drags the line at this place up or down, and sideways, by a number of pixels: with a finger on a phone, else with the mouse. */
export async function dragOnChart(page: Page, { x, y }: Place, by: number, sideways = 0): Promise<void> {
  const shares = Array.from({ length: 6 }, (_, step) => (step + 1) / 6)
  const places = shares.map((share) => ({ x: x + sideways * share, y: y + by * share }))
  if (!isPhone(page)) {
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const place of places) await page.mouse.move(place.x, place.y)
    await page.mouse.up()
    return
  }
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', place?: Place) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: place === undefined ? [] : [place] })
  await touch('touchStart', { x, y })
  for (const place of places) await touch('touchMove', place)
  await touch('touchEnd')
  await devtools.detach()
}
