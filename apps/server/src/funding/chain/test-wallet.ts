import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** An Ethereum account whose key repeats this byte: it signs messages as a wallet does. */
export const testWallet = (byte: string): PrivateKeyAccount => privateKeyToAccount(`0x${byte.repeat(32)}`)
