import type { Mutant } from '@stryker-mutator/api/core'

export function chooseMutants(
  all: readonly Pick<Mutant, 'id' | 'fileName' | 'location' | 'replacement'>[],
  sample: { readonly mutants: number; readonly seed: string },
): string[]
