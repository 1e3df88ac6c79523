import { callServer } from '../../session/calls/call-server.ts'
import { useMarketList } from '../list/use-market-list.ts'

/** Digits of a market's prices; undefined while the markets load. */
export function useDigits(code: string | null): number | undefined {
  const { markets } = useMarketList()
  return markets?.find((market) => market.code === code)?.digits
}

const loaded = new Map<string, Promise<number | undefined>>()

/** Requests the digits of a market's prices, once, for messages outside any page; undefined where they cannot be loaded. */
export function loadDigits(code: string | null): Promise<number | undefined> {
  if (code === null) return Promise.resolve(undefined)
  const digits =
    loaded.get(code) ??
    callServer('getMarketInfo', { id: code }).then(
      (info) => info.digits,
      () => {
        loaded.delete(code)
        return undefined
      },
    )
  loaded.set(code, digits)
  return digits
}
