import { withTexts } from '../../session/language/shown-language.ts'
import { laterPart } from '../../shell/later-part.ts'

// Loaded for those who look at an order book.
const load = withTexts(() => import('./depth-parts.ts'))
export const DepthPanel = laterPart(async () => ({ default: (await load()).DepthPanel }))
export const MarketDepthView = laterPart(async () => ({ default: (await load()).MarketDepthView }))
