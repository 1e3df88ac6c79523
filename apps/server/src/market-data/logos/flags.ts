/** Simplified flags on a 24 × 24 field: what is still to be seen of them at half that size. */
const band = (y: number, height: number, colour: string) =>
  `<rect y="${y}" width="24" height="${height}" fill="${colour}"/>`
const ground = (colour: string) => band(0, 24, colour)

const stripes = Array.from({ length: 7 }, (_, index) => band(index * 3.43, 1.72, '#B22234')).join('')
const unitedStates = `${ground('#FFFFFF')}${stripes}<rect width="12" height="12" fill="#3C3B6E"/>`

const unionJack = (scale: number) =>
  `<g transform="scale(${scale})">${ground('#012169')}` +
  '<path d="M0 0 24 24M24 0 0 24" stroke="#FFFFFF" stroke-width="5"/>' +
  '<path d="M0 0 24 24M24 0 0 24" stroke="#C8102E" stroke-width="2"/>' +
  '<path d="M12 0V24M0 12H24" stroke="#FFFFFF" stroke-width="8"/>' +
  '<path d="M12 0V24M0 12H24" stroke="#C8102E" stroke-width="4.6"/></g>'

const dot = (x: number, y: number, radius: number, colour: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`

const europe =
  ground('#003399') +
  Array.from({ length: 12 }, (_, index) => {
    const angle = (index * Math.PI) / 6
    return dot(
      Number((12 + 7 * Math.sin(angle)).toFixed(2)),
      Number((12 - 7 * Math.cos(angle)).toFixed(2)),
      1.15,
      '#FFCC00',
    )
  }).join('')

const southern = (ground_: string, star: string) =>
  `${ground(ground_)}<g clip-path="inset(0)">${unionJack(0.5)}</g>` +
  dot(18, 6, 1.3, star) +
  dot(18, 18, 1.3, star) +
  dot(14.6, 12, 1.2, star) +
  dot(21, 11, 1.2, star)

const canada =
  ground('#FFFFFF') +
  '<rect width="6" height="24" fill="#D80621"/><rect x="18" width="6" height="24" fill="#D80621"/>' +
  '<path d="M12 5.5 13.6 9 16.6 8 15.6 12 17.2 13 13 16.2 12.4 16V19H11.6V16L11 16.2 6.8 13 8.4 12 7.4 8 10.4 9Z" fill="#D80621"/>'

const flags: Readonly<Record<string, string>> = {
  AUD: southern('#00247D', '#FFFFFF') + dot(6, 18, 2, '#FFFFFF'),
  CAD: canada,
  CHF: `${ground('#D52B1E')}<path d="M12 5V19M5 12H19" stroke="#FFFFFF" stroke-width="4.2"/>`,
  EUR: europe,
  GBP: unionJack(1),
  JPY: ground('#FFFFFF') + dot(12, 12, 6, '#BC002D'),
  NZD: southern('#00247D', '#CC142B'),
  USD: unitedStates,
}

/** The flag of a currency's country; a plain field for one we have none of. */
export const flagOf = (currency: string): string => flags[currency] ?? ground('#35506B')
