import { ContractsRoom } from '../orders/contracts-room.ts'
import { FundsDesk } from '../orders/funds-desk.ts'
import type { RoomBench } from './test-room.ts'

/** The engine on a bench's database, for what other rooms ask of it: money that is free. `room` is for tests that trade too. */
export async function openTestEngine({ db, ledger, board, clock, events }: RoomBench) {
  const room = await ContractsRoom.open({ db, ledger, board, clock, events, standingBy: () => undefined })
  return { room, funds: new FundsDesk(room, db, room.fence ?? 0n), close: () => room.close() }
}
