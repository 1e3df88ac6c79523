import { type ContractOrder, createClient } from '@candor/client'

const candor = createClient({
  url: process.env.CANDOR_URL ?? 'http://localhost:3000',
  apiKey: process.env.CANDOR_KEY ?? '',
})

const { mode, equity, free } = await candor.call('getUserInfo')
console.log(`${mode} account: equity ${equity} USDT, ${free} USDT of it free`)

// A list is read page by page.
const orders: ContractOrder[] = []
let cursor: string | undefined
do {
  const page = await candor.call('listContractOrder', { limit: 100, cursor })
  orders.push(...page.items)
  cursor = page.nextCursor ?? undefined
} while (cursor !== undefined)
for (const { orderNo, code, status, profit } of orders) console.log(`${orderNo} ${code} ${status} ${profit}`)

// The same list as a file.
const { name, blob } = await candor.download('listAllOrders', { format: 'csv' })
console.log(`${name}: ${(await blob.text()).split('\n')[0]}`)

console.log(`${candor.rateLimit?.remaining} of ${candor.rateLimit?.limit} requests left`)
