import { createHash } from 'node:crypto'

/**
 * Orders mutants by a hash of the seed, the place and the change, so that a later run with the same seed chooses the same
 * mutants wherever the code is as it was.
 */
export function chooseMutants(all, { mutants, seed }) {
  const rankOf = ({ fileName, location, replacement }) => {
    const { start, end } = location
    const place = [fileName.split('/').at(-1), start.line, start.column, end.line, end.column].join(':')
    return createHash('sha256').update(`${seed} ${place} ${replacement}`).digest('hex')
  }
  return all
    .map((mutant) => ({ id: mutant.id, rank: rankOf(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, mutants)
    .map(({ id }) => id)
}
