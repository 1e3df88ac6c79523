import type { Reader } from '../../platform/database/database.ts'
import type { AccountClass, LedgerAsset } from '../account-class.ts'
import { house } from '../ledger.ts'

/** In the asset's smallest unit; `held` is the part of `balance` that is set aside. */
export interface HouseBalance {
  readonly balance: bigint
  readonly held: bigint
}

/** Lists the operator's accounts of these classes, in every asset; an account that was never opened is absent. */
export const readHouseBalances = (
  reader: Reader,
  classes: readonly AccountClass[],
): Promise<(HouseBalance & { readonly class: AccountClass; readonly asset: LedgerAsset })[]> =>
  reader
    .selectFrom('ledger_accounts')
    .select(['class', 'asset', 'balance', 'held'])
    .where('owner', '=', house)
    .where('class', 'in', classes)
    .execute()

/** Returns one account of the operator; nothing where it was never opened. */
export async function houseBalance(
  reader: Reader,
  name: AccountClass,
  asset: LedgerAsset,
): Promise<HouseBalance> {
  const accounts = await readHouseBalances(reader, [name])
  const { balance, held } = accounts.find((one) => one.asset === asset) ?? { balance: 0n, held: 0n }
  return { balance, held }
}

/** Returns the part of an operator account's balance that is free of holds, in the asset's smallest unit. */
export async function houseFree(reader: Reader, name: AccountClass, asset: LedgerAsset): Promise<bigint> {
  const { balance, held } = await houseBalance(reader, name, asset)
  return balance - held
}
