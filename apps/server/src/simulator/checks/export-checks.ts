import { strFromU8, unzipSync } from 'fflate'
import type { Receipt } from '../../proofs/receipts/receipt-keys.ts'
import { verifyReceipt } from '../../proofs/receipts/verify-receipt.ts'
import type { Customer } from '../customers/customer.ts'
import type { World } from '../world.ts'

interface Line {
  readonly asset: string
  readonly amount: string
}
interface Balance {
  readonly asset: string
  readonly available: string
  readonly held: string
}

/** Anything else is a refusal. */
const isZip = ({ status, bytes }: { readonly status: number; readonly bytes: Uint8Array }): boolean =>
  status === 200 && bytes[0] === 0x50 && bytes[1] === 0x4b

/** Tells receipts from the account states that are stored with those of stop-outs. */
const isReceipt = (path: string): boolean => path.includes('/receipts/') && !path.endsWith('.account.json')

const minor = (text: string): bigint => BigInt(text.replace('.', ''))

/** Checks that a customer's export is complete: every movement, every action, and a receipt of each that verifies. */
export async function checkExport(world: World, customer: Customer): Promise<void> {
  const { id, name } = customer.person
  const file = await world.driver.awaited(world.platform.downloadFile('export', id), 'export')
  if (!isZip(file)) return world.reportFinding(`no export of ${name}: ${file.status}`)
  const files = new Map(Object.entries(unzipSync(file.bytes)).map(([path, part]) => [path, strFromU8(part)]))
  const json = <T>(path: string): T => JSON.parse(files.get(path) ?? 'null') as T
  for (const mode of ['real', 'demo'] as const) {
    const lines = json<Line[]>(`${mode}/statement.json`)
    const { balances } = json<{ balances: Balance[] }>(`${mode}/getUserInfo.json`)
    for (const { asset, available, held } of balances) {
      const sum = lines
        .filter((one) => one.asset === asset)
        .reduce((all, line) => all + minor(line.amount), 0n)
      if (sum !== minor(available) + minor(held))
        world.reportFinding(
          `the export of ${name} (${mode}) moves ${sum} ${asset}, and says ${available} and ${held}`,
        )
    }
  }
  await checkIds(world, customer, files)
  for (const [path, text] of files)
    if (isReceipt(path)) checkReceipt(world, path, JSON.parse(text) as Receipt)
}

const lists = `
  SELECT 'listContractOrder' AS list, mode, id::text FROM orders_contracts WHERE user_id = $1
  UNION ALL SELECT 'listOptionsOrder', mode, id::text FROM options_orders WHERE user_id = $1
  UNION ALL SELECT 'listSmartOrder', 'real', id::text FROM smart_plans WHERE user_id = $1
  UNION ALL SELECT 'listRecharge', 'real', id::text FROM funding_deposits WHERE user_id = $1
  UNION ALL SELECT 'listWithdrwal', 'real', id::text FROM funding_withdrawals WHERE user_id = $1
  UNION ALL SELECT 'listConvert', 'real', id::text FROM funding_conversions WHERE user_id = $1
  UNION ALL SELECT 'listLoanRecord', 'real', id::text FROM loans WHERE user_id = $1`

async function checkIds(
  world: World,
  { person }: Customer,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const rows = await world.driver.statements.look<{ list: string; mode: string; id: string }>(lists, [
    person.id,
  ])
  for (const { list, mode, id } of rows)
    if (files.get(`${mode}/${list}.json`)?.includes(id) !== true)
      world.reportFinding(`the export of ${person.name} lacks ${id} in ${mode}/${list}`)
}

function checkReceipt(world: World, path: string, receipt: Receipt): void {
  const { findings } = verifyReceipt(receipt, world.platform.keys)
  for (const finding of findings.filter((one) => !world.isLostInKill(one)))
    world.reportFinding(`the export’s ${path}: ${finding}`)
}
