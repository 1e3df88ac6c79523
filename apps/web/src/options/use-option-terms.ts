import { useMemo } from 'react'
import { useApiQuery } from '../session/calls/use-call.ts'
import { type OptionTerms, readOptionTerms } from './option-form.ts'

const cacheMs = 60_000

export interface OptionTermsState {
  readonly terms: OptionTerms | null
  readonly failed: boolean
  readonly retry: () => void
}

/** Loads the current terms of options from the operator's public parameters. */
export function useOptionTerms(): OptionTermsState {
  const payouts = useApiQuery('getParamByKey', { key: 'options.payouts' }, { staleMs: cacheMs })
  const least = useApiQuery('getParamByKey', { key: 'options.stakeMin' }, { staleMs: cacheMs })
  const most = useApiQuery('getParamByKey', { key: 'options.stakeMax' }, { staleMs: cacheMs })
  const all = [payouts, least, most]
  const terms = useMemo(
    () =>
      payouts.data === undefined || least.data === undefined || most.data === undefined
        ? null
        : readOptionTerms(payouts.data, least.data, most.data),
    [payouts.data, least.data, most.data],
  )
  return {
    terms,
    failed: terms === null && all.some(({ isError }) => isError),
    retry: () => {
      for (const one of all) void one.refetch()
    },
  }
}
