export type Strength = 'weak' | 'fair' | 'good' | 'strong'

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/] as const

/**
 * Estimates roughly how hard a password is to guess: its length counts most, repetition and runs count little. It only informs;
 * refusals depend on length and on the server's list.
 */
export function passwordStrength(text: string): { readonly share: number; readonly strength: Strength } {
  const distinct = new Set(text).size
  const variety = kinds.filter((kind) => kind.test(text)).length
  const runs = (text.match(/(.)\1{2,}|0123|1234|2345|3456|4567|5678|6789|abcd|qwer|asdf/gi) ?? []).length
  const points = Math.min(text.length, distinct * 2) * (2.2 + variety * 0.6) - runs * 12
  const share = Math.max(0, Math.min(1, points / 80))
  if (text.length < 10 || share < 0.35) return { share, strength: 'weak' }
  if (share < 0.55) return { share, strength: 'fair' }
  return { share, strength: share < 0.8 ? 'good' : 'strong' }
}
