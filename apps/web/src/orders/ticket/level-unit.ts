import { readStored, writeStored } from '../../session/browser-storage.ts'
import { type LevelUnit, levelUnits } from '../order-form/order-form.ts'

/** Returns the unit in which levels were typed last in this browser. */
export const lastLevelUnit = (): LevelUnit =>
  levelUnits.find((unit) => unit === readStored('ticket')) ?? 'price'

export const rememberLevelUnit = (unit: LevelUnit): void => writeStored('ticket', unit)
