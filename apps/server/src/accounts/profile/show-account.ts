import type { AccountMode, AccountSummary } from '@candor/contract'
import { type AssetCode, writeMinor } from '@candor/money'
import { ledgerAssetOf } from '../../ledger/account-class.ts'
import type { AccountBalance } from '../../ledger/ledger.ts'
import { userOf } from '../accounts-store.ts'
import { freezeOf, frozenStateOf } from '../freezes/freezes.ts'
import type { OpenedAccounts } from '../opened-accounts.ts'

const shownAssets: Readonly<Record<AccountMode, readonly AssetCode[]>> = {
  demo: ['USDT'],
  real: ['USDT', 'BTC', 'ETH'],
}

/** Returns the signed-in customer and the balances of the chosen account. */
export async function showAccount(
  context: OpenedAccounts,
  userId: string,
  mode: AccountMode,
): Promise<AccountSummary> {
  const [user, balances, figures, freeze] = await Promise.all([
    context.users.byId(userId),
    context.ledger.balancesOf(userId),
    context.trading.figures(userId, mode),
    freezeOf(context.db.query, userId),
  ])
  const frozen = freeze && frozenStateOf(freeze, context.clock.now())
  const countryStanding = await context.countryStanding(user.country)
  return {
    ...figures,
    user: userOf(user),
    mode,
    balances: shownBalances(balances, mode),
    frozen,
    countryStanding,
  }
}

/** Returns the balances that a customer sees: demo money is called USDT on the wire. */
export function shownBalances(
  balances: readonly AccountBalance[],
  mode: AccountMode,
): AccountSummary['balances'] {
  return shownAssets[mode].map((asset) => {
    const found = balances.find((balance) => balance.asset === ledgerAssetOf(mode, asset))
    const held = found?.heldMinor ?? 0n
    const free = (found?.balanceMinor ?? 0n) - held
    return { asset, available: writeMinor(free, asset), held: writeMinor(held, asset) }
  })
}
