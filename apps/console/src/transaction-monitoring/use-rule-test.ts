import type { MonitoringRuleData, TestedTransaction } from '@candor/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { callOps, type OpsResult } from '../session/call-ops.ts'

interface Tested {
  readonly rule: MonitoringRuleData
  /** The rule it is compared with; undefined: a new rule. */
  readonly id: string | undefined
  readonly days: number
}

/** A test of a rule, as far as it has come. */
export interface RuleTestRun extends Tested {
  readonly looked: number
  readonly unpriced: number
  readonly hits: readonly TestedTransaction[]
  readonly state: 'running' | 'stopped' | 'done'
}

/** Tests a rule page after page, so that no request takes long; it stops when the page is left. */
export function useRuleTest() {
  const [run, setRun] = useState<RuleTestRun | null>(null)
  const [error, setError] = useState<unknown>(null)
  const current = useRef(0)
  const stop = useCallback(() => {
    current.current += 1
    setRun((was) => (was?.state === 'running' ? { ...was, state: 'stopped' } : was))
  }, [])
  useEffect(
    () => () => {
      current.current += 1
    },
    [],
  )
  const start = useCallback(async (tested: Tested) => {
    current.current += 1
    const own = current.current
    setError(null)
    try {
      for await (const shown of pagesOf(tested)) {
        if (current.current !== own) return
        setRun(shown)
      }
    } catch (failure) {
      if (current.current !== own) return
      setError(failure)
      setRun(null)
    }
  }, [])
  return { run, error, start, stop }
}

/** Yields the test as far as it has come, page after page. */
async function* pagesOf(tested: Tested): AsyncGenerator<RuleTestRun> {
  let shown: RuleTestRun = { ...tested, looked: 0, unpriced: 0, hits: [], state: 'running' }
  let cursor: string | null = null
  do {
    yield shown
    const page: OpsResult<'opsTestMonitoringRule'> = await pageOf(tested, cursor)
    cursor = page.nextCursor
    shown = {
      ...shown,
      looked: shown.looked + page.looked,
      unpriced: shown.unpriced + page.unpriced,
      hits: [...shown.hits, ...page.hits],
    }
  } while (cursor !== null)
  yield { ...shown, state: 'done' }
}

const pageOf = ({ rule, id, days }: Tested, cursor: string | null) =>
  callOps('opsTestMonitoringRule', {
    ...{ rule, days },
    ...(id === undefined ? {} : { id }),
    ...(cursor === null ? {} : { cursor }),
  })
