// Everything that is loaded with the first indicator of our own, or with the list of indicators.
import { registerOwnIndicators } from './own-indicators.ts'

export { IndicatorMenu } from './indicator-menu.tsx'

registerOwnIndicators()
