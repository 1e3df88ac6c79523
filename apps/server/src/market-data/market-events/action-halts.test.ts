import { expect, it } from 'vitest'
import { byOwner, fixture, market, useFundedMarket } from '../../testing/test-market.ts'
import { requestAction } from './actions.ts'
import { haltMarkets, resumeMarket, resumeMarkets } from './halts.ts'

useFundedMarket(['trading-capital', 'negative-balance'])

/** Runs `body` for each new row of a table until the returned function is called. */
async function onInsert(table: string, body: string) {
  const name = `test_${table}`
  await byOwner(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    ${body}; RETURN NEW; END $$`)
  await byOwner(`CREATE TRIGGER ${name} BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
  return () => byOwner(`DROP FUNCTION ${name} CASCADE`)
}
const refusal = `RAISE EXCEPTION 'a value out of range' USING ERRCODE = 'numeric_value_out_of_range'`
const resume = (code: string) => resumeMarket(fixture.db.query, fixture.clock, { code, by: 'olga' })

/** A position whose market has a dividend that the database does not take until `allow`; its halt meets `halts`. */
async function putOffDividend(code: string, halts: string) {
  market.warm(code, '100', '100.02')
  const anna = await fixture.customer()
  const { id } = await market.buy(anna, { code, lots: '10' })
  const allowHalts = await onInsert('markets_halts', halts)
  const allow = await onInsert('orders_events', refusal)
  const at = fixture.clock.now() + 5_000
  const dividend = { code, kind: 'dividend', value: '0.01', at, by: 'olga' } as const
  expect(await requestAction(fixture.db.query, fixture.clock, dividend)).toBeNull()
  fixture.clock.advance(5_000)
  await market.pass()
  await expect.poll(() => fixture.board.haltedFor(code)).toBe('corporateAction')
  const carryOut = async () => {
    await allow()
    fixture.clock.advance(61_000)
    await market.pass()
    market.warm(code, '100', '100.02')
  }
  return { anna, id, allowHalts, carryOut }
}

it('I11.X: a halt whose connection breaks is written when the database is back, and operators can end it', async () => {
  const cut = 'PERFORM pg_terminate_backend(pg_backend_pid())'
  const { anna, id, allowHalts, carryOut } = await putOffDividend('DIS', cut)
  await allowHalts()
  await expect.poll(() => resume('DIS')).toBe('action-due')
  const rows = () =>
    fixture.db.query.selectFrom('markets_halts').select('code').where('code', '=', 'DIS').execute()
  await expect.poll(rows).toHaveLength(1)
  const { query } = fixture.db
  const codes = ['DIS', 'KO']
  const halt = { codes, reason: 'technical', note: null, by: 'olga' } as const
  expect(await haltMarkets(query, fixture.clock, halt)).toEqual(['KO'])
  expect(await resumeMarkets(query, fixture.clock, halt)).toEqual({ resumed: ['KO'], due: ['DIS'] })
  await carryOut()
  expect(await resume('DIS')).toBeNull()
  fixture.board.halt('DIS', null)
  market.warm('DIS', '100', '100.02')
  expect(await market.close(anna, id)).toMatchObject({ status: 'closed' })
})

it('I11.X: a halt that could not be written ends with its action', async () => {
  const { anna, id, allowHalts, carryOut } = await putOffDividend('KO', refusal)
  await expect.poll(() => market.warnings).toContain('the market could not be halted in every process')
  await carryOut()
  await allowHalts()
  expect(await resume('KO')).toBe('not-halted')
  expect(fixture.board.haltedFor('KO')).toBeNull()
  market.warm('KO', '100', '100.02')
  expect(await market.close(anna, id)).toMatchObject({ status: 'closed' })
})
