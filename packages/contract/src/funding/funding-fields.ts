import { assetCodes } from '@candor/money'
import { type FundingNetwork, fundingNetworks } from '@candor/rules'
import { z } from 'zod'

/** Read in any case and with or without its hyphen: `ERC-20`, `erc20`. */
export const network = z
  .string()
  .max(12)
  .transform((text) => text.toUpperCase().replace('-', '') as FundingNetwork)
  .pipe(z.enum(fundingNetworks))
export const coin = z
  .string()
  .max(8)
  .transform((text) => text.toUpperCase())
  .pipe(z.enum(assetCodes))
