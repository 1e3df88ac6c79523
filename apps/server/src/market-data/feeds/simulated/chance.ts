/** Seeded chance: the same seed gives the same numbers, whatever the machine. */
export interface Chance {
  /** In [0, 1). */
  uniform(): number
  /** Normally distributed, mean 0, deviation 1. */
  normal(): number
}

/** FNV-1a of a text, as the seed of one market's or one purpose's own stream. */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const character of parts.join('|')) {
    hash ^= character.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193)
  }
  return hash >>> 0
}

/** Creates Marsaglia's 32-bit xorshift with a Weyl sequence added: short, fast, good enough for simulated prices. */
export function seededChance(seed: number): Chance {
  let state = seed | 0 || 0x9e3779b9
  let weyl = seed | 0
  let spare: number | null = null
  const uniform = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    weyl = (weyl + 0x6d2b79f5) | 0
    return ((state + weyl) >>> 0) / 0x1_0000_0000
  }
  const normal = () => {
    if (spare !== null) {
      const value = spare
      spare = null
      return value
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
  return { uniform, normal }
}
