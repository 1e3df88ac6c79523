import type { Translate } from '@candor/texts/translate.ts'
import type { TradeDetails } from '../../accounts-ports.ts'

/** Names the direction of an order or option; empty where it is not known. */
export const directionName = (t: Translate, details: TradeDetails | null): string =>
  details === null ? '' : t('statement.tax.direction', { direction: details.direction })
