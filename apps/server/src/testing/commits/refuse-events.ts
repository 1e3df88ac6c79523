/**
 * Lets the database take no event of this kind, of any order or of one, as where a value does not fit its type, until the returned function
 * is called. `byOwner` carries out a statement as the owner of the database.
 */
export async function refuseEvents(
  byOwner: (statement: string) => Promise<unknown>,
  kind: string,
  orderId: string | null = null,
): Promise<() => Promise<void>> {
  const allow = async () => void (await byOwner('DROP FUNCTION IF EXISTS test_refuse CASCADE'))
  await allow()
  await byOwner(`CREATE FUNCTION test_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'a value out of range' USING ERRCODE = 'numeric_value_out_of_range'; END $$`)
  const which = orderId === null ? '' : ` AND NEW.order_id = '${orderId}'`
  await byOwner(`CREATE TRIGGER test_refuse BEFORE INSERT ON orders_events FOR EACH ROW
    WHEN (NEW.kind = '${kind}'${which}) EXECUTE FUNCTION test_refuse()`)
  return allow
}
