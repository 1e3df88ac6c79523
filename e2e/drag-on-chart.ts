import { expect, type Page } from '@playwright/test'
import { isPhone } from './journey.ts'

export interface Place {
  readonly x: number
  readonly y: number
}

/** Less than the height of a handle, and small enough that the price does not move on meanwhile. */
const stepPx = 8

/**
 * Finds the places where lines of the chart can be dragged, the highest first. The chart is a canvas, so this moves the pointer
 * over it, as a person would, and reads the cursor.
 */
export async function handlesOnChart(page: Page): Promise<Place[]> {
  const chart = page.locator('[k-line-chart-id] > div').first()
  await expect(chart).toBeVisible()
  const box = await chart.boundingBox()
  // The chart is replaced once its part of the page has loaded: there is nothing to take hold of in between, and callers poll.
  if (box === null) return []
  const found: Place[] = []
  let on = false
  // Labels are at the right of the plot, left of the price axis.
  const x = box.x + box.width - (isPhone(page) ? 110 : 130)
  for (let y = box.y + 4; y < box.y + box.height * 0.8; y += stepPx) {
    await page.mouse.move(x, y)
    const movable = (await chart.getAttribute('style'))?.includes('ns-resize') === true
    if (movable && !on) found.push({ x, y: y + stepPx / 2 })
    on = movable
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
