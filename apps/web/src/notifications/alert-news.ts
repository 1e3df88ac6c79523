import type { AccountMessage, PriceAlert } from '@candor/contract'
import { formatPrice } from '@candor/ui/figures/format-decimal.ts'
import { toast } from '@candor/ui/overlays/toast.tsx'
import { loadDigits } from '../markets/prices/market-digits.ts'
import { wantTexts, wordsNow } from '../session/language/shown-language.ts'

/** Shows a passing message that a price was reached; the list of notifications keeps the record. */
export async function tellAlert(message: AccountMessage): Promise<void> {
  await wantTexts('rest')
  const words = wordsNow()
  if (words === null) return
  const { code, firedPrice } = message.data as PriceAlert
  const price = formatPrice(firedPrice, await loadDigits(code), words.tag)
  toast(words.t('notifications.news', { code, price }))
}
