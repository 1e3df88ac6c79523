import type { Market } from '@candor/rules'
import { flagOf } from './flags.ts'

/** Grounds dark enough for white letters (4.5:1 and better), different enough to tell neighbours apart. */
const grounds = [
  '#1F4FD8',
  '#0B7A5B',
  '#8A3FA0',
  '#A8441B',
  '#0E6C87',
  '#5A4FCF',
  '#9B2C5E',
  '#4B6B1E',
  '#7A5A12',
  '#35506B',
]

const groundOf = (text: string) => {
  let sum = 7
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return grounds[sum % grounds.length] ?? '#35506B'
}

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">${content}</svg>`

/** A thin ring that keeps the shape on both the paper and the ink ground. */
const ring = (shape: string) => `${shape} fill="none" stroke="#808890" stroke-opacity=".35"`

function letters(text: string, x: number, y: number, size: number): string {
  const squeezed = text.length > 3 ? ` textLength="${size * 2.1}" lengthAdjust="spacingAndGlyphs"` : ''
  return (
    `<text x="${x}" y="${y}" text-anchor="middle" dominant-baseline="central" fill="#FFFFFF" font-size="${size}"` +
    ` font-weight="650" font-family="Inter,system-ui,sans-serif"${squeezed}>${text}</text>`
  )
}

const clip = (id: string, x: number, y: number, radius: number) =>
  `<clipPath id="${id}"><circle cx="${x}" cy="${y}" r="${radius}"/></clipPath>`

interface Circle {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Two round flags, the base before the quote. */
function flagPair(market: Market): string {
  const disc = (id: string, currency: string, { x, y, radius }: Circle) =>
    clip(id, x, y, radius) +
    `<g clip-path="url(#${id})"><g transform="translate(${x - radius} ${y - radius}) scale(${(radius * 2) / 24})">` +
    `${flagOf(currency)}</g></g><circle cx="${x}" cy="${y}" r="${radius - 0.25}" ${ring('')}/>`
  return frame(
    disc('q', market.quoteCurrency, { x: 27, y: 27, radius: 12 }) +
      '<circle cx="14.5" cy="14.5" r="14.5" fill="#808890" fill-opacity=".18"/>' +
      disc('b', market.base, { x: 14.5, y: 14.5, radius: 13.5 }),
  )
}

/** A coin: a disc with its letters and an inner rim. */
function coin(market: Market): string {
  const size = market.base.length > 3 ? 10.5 : market.base.length === 3 ? 12 : 15
  return frame(
    `<circle cx="20" cy="20" r="19" fill="${groundOf(market.base)}"/>` +
      '<circle cx="20" cy="20" r="15.8" fill="none" stroke="#FFFFFF" stroke-opacity=".45" stroke-width="1.2"/>' +
      letters(market.base, 20, 20.4, size),
  )
}

/** A share: a tile with its ticker. */
function tile(market: Market): string {
  const size = market.code.length > 3 ? 12 : market.code.length === 1 ? 20 : 13.5
  return frame(
    `<rect x="1" y="1" width="38" height="38" rx="9" fill="${groundOf(market.code)}"/>${letters(market.code, 20, 20.6, size)}`,
  )
}

/** A future: a hexagon with its symbol's letters, for metals the metal's own colour. */
const metals: Readonly<Record<string, string>> = {
  XAUUSD: '#8A6200',
  XAGUSD: '#5F6B75',
  HG: '#9A4B1F',
  PL: '#55687A',
}
const shortNames: Readonly<Record<string, string>> = {
  XAUUSD: 'Au',
  XAGUSD: 'Ag',
  HG: 'Cu',
  PL: 'Pt',
  DE30: 'DAX',
}

function hexagon(market: Market): string {
  const text = shortNames[market.code] ?? market.code
  const ground = metals[market.code] ?? groundOf(market.code)
  return frame(
    `<path d="M20 1.2 36.4 10.6V29.4L20 38.8 3.6 29.4V10.6Z" fill="${ground}" stroke="${ground}" stroke-width="2"` +
      ` stroke-linejoin="round"/>${letters(text, 20, 20.6, text.length > 2 ? 12 : 15)}`,
  )
}

/**
 * A market's mark, drawn by us: a pair of flags, a coin, a tile or a hexagon by class. No company's or project's own
 * logo. Readable from 24 px, on light and dark grounds.
 */
export function logoSvg(market: Market): string {
  if (market.type === 1) return flagPair(market)
  if (market.type === 2) return coin(market)
  if (market.type === 3) return tile(market)
  return hexagon(market)
}
