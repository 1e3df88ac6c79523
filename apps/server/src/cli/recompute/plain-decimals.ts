/** Reads a decimal text as a whole number of units of 10^-places; throws where it is none. */
export function unitsOf(text: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  const [, sign = '', whole = '', fraction = ''] = match ?? []
  if (match === null || fraction.length > places)
    throw new RangeError(`${text} is no decimal of ${places} places`)
  const units = BigInt(whole + fraction.padEnd(places, '0'))
  return sign === '-' ? -units : units
}

/** Writes units of 10^-places as a decimal text with all of its places. */
export function writeUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return units < 0n ? `-${text}` : text
}
