import type { Translate } from '@candor/texts/translate.ts'
import type { TradeDetails } from '../../accounts-ports.ts'

/** Names a kind of entry; one that has no words yet is named as the ledger calls it. */
export const kindName = (t: Translate, kind: string): string => t.maybe(`statement.kinds.${kind}`) ?? kind

/** Names the direction of an order or option; empty where it is not known. */
export const directionName = (t: Translate, details: TradeDetails | null): string =>
  details === null ? '' : t('statement.tax.direction', { direction: details.direction })
