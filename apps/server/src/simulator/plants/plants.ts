import type { Plant } from './plant.ts'
import { productPlants } from './product-plants.ts'
import { tradingPlants } from './trading-plants.ts'

/** Every guard of the money paths that a bug could remove, each on its own. */
export const plants: readonly Plant[] = [...tradingPlants, ...productPlants]
