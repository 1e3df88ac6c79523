import type { Page } from '@playwright/test'
import axe, { type Result } from 'axe-core'

/**
 * Runs all of axe's rules on a page and lists the violations. axe is injected once per document and returns the violations only:
 * gathering the passed checks took most of its time.
 */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const violations = await page.evaluate<Result[]>(
    `window.axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}
