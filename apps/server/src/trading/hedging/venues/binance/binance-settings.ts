import { z } from 'zod'

const address = (protocols: RegExp) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), 'is not an address')

/** The part of the settings file that names Binance, or what speaks as it does. The keys come from the environment. */
export const binanceSettings = z.strictObject({
  kind: z.literal('binance'),
  url: address(/^https?:$/).default('https://fapi.binance.com'),
  streamUrl: address(/^wss?:$/).default('wss://fstream.binance.com'),
})
export type BinanceSettings = z.infer<typeof binanceSettings>
