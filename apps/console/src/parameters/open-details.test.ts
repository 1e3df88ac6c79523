import type { ParameterShown } from '@candor/contract'
import { expect, test } from 'vitest'
import { detailName, openDetails } from './open-details.ts'

const row = (key: string, value: ParameterShown['value']): ParameterShown => ({
  ...{ key, value, standard: '', fourEyes: false, open: true, fixed: false },
  ...{ page: null, version: 0, changedAt: null },
})

test('I14.5: the console lists the details of the operator that are still open', () => {
  const rows = [row('operator.name', 'Acme Ltd'), row('operator.licensedName', ''), row('supportUrl', '')]
  expect(openDetails(rows)).toEqual(['operator.licensedName'])
  expect(detailName('operator.licensedName')).toBe('licensed name')
})
