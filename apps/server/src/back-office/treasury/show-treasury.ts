import type { OfferedServices, OpsCalls, OpsResultOf, TreasuryAccountShown } from '@candor/contract'
import { Amount } from '@candor/money'
import {
  type PayingPlace,
  payingPlaces,
  type TreasuryAccount,
  treasuryAccounts,
  treasuryFree,
} from '@candor/rules'
import type { Reader } from '../../platform/database/database.ts'
import { type AccountStanding, promisesOf, sumOf, treasuryRates } from './account-standing.ts'
import type { TreasuryContext } from './treasury-context.ts'
import { balanceIn, houseBalances, newestMoves } from './treasury-store.ts'

type Shown = OpsResultOf<OpsCalls['opsTreasury']>

/** Every account of the operator with what is free in it, what it suffices for, and the newest moves. */
export async function showTreasury(
  context: TreasuryContext,
  reader: Reader,
  offered: OfferedServices,
): Promise<Shown> {
  const [rates, balances, moves] = await Promise.all([
    treasuryRates(context.parameters),
    houseBalances(reader),
    newestMoves(reader),
  ])
  const accounts: TreasuryAccountShown[] = []
  for (const account of treasuryAccounts) {
    const promises = await promisesOf(context, reader, account, rates)
    const standing = { ...balanceIn(balances, account), promises, promisedMinor: sumOf(promises) }
    accounts.push(accountShown(account, standing, offered))
  }
  return {
    accounts,
    offered,
    moves: moves.map((row) => ({
      id: row.id,
      act: row.act,
      coin: row.asset,
      from: row.from_class,
      to: row.to_class,
      amount: new Amount(row.asset, row.amount).toString(),
      reference: row.reference,
      reason: row.reason,
      proposedBy: row.proposed_email,
      approvedBy: row.approved_email,
      at: new Date(Number(row.at)).toISOString(),
    })),
  }
}

function accountShown(
  account: TreasuryAccount,
  standing: AccountStanding,
  offered: OfferedServices,
): TreasuryAccountShown {
  const { place, coin } = account
  const text = (minor: bigint) => new Amount(coin, minor).toString()
  const free = treasuryFree(standing)
  return {
    place,
    coin,
    balance: text(standing.balanceMinor),
    held: text(standing.heldMinor),
    promises: standing.promises.map(({ kind, minor }) => ({
      kind,
      amount: minor === null ? null : text(minor),
    })),
    free: free === null ? null : text(free),
    state: stateOf(account, standing, offered),
  }
}

interface AccountState extends AccountStanding {
  readonly coin: TreasuryAccount['coin']
  readonly offered: OfferedServices
}

const unheld = ({ balanceMinor, heldMinor }: AccountState): bigint => balanceMinor - heldMinor
/** Checks that the account keeps its promises with something left for the next customer. */
const hasLeft = (account: AccountState): boolean =>
  unheld(account) > (account.promisedMinor ?? unheld(account))

const isEnough: Readonly<Record<PayingPlace, (account: AccountState) => boolean>> = {
  'trading-capital': hasLeft,
  'negative-balance': hasLeft,
  'loan-capital': ({ offered }) => offered.loans,
  'yield-reserve': hasLeft,
  'savings-reserve': (account) => unheld(account) >= (account.promisedMinor ?? 0n),
  conversion: ({ offered, coin }) => offered.conversions.includes(coin),
  'hedge-capital': hasLeft,
}

/** Accounts whose coins no offer needs while they are empty and have no promises. */
const neededInUseOnly = ({ place, coin }: TreasuryAccount): boolean =>
  place === 'savings-reserve' || place === 'hedge-capital' || (place === 'trading-capital' && coin !== 'USDT')

/** Accounts that only earn are never needed; the others have enough, or lack it. */
function stateOf(
  account: TreasuryAccount,
  standing: AccountStanding,
  offered: OfferedServices,
): TreasuryAccountShown['state'] {
  const place = payingPlaces.find((one) => one === account.place)
  if (place === undefined) return 'unneeded'
  const inUse = standing.balanceMinor > 0n || standing.promisedMinor !== 0n
  if (neededInUseOnly(account) && !inUse) return 'unneeded'
  return isEnough[place]({ ...standing, coin: account.coin, offered }) ? 'funded' : 'lacking'
}
