import { Subscriber } from './subscriber.ts'

/** One socket on `/websocket/message`. */
export class PriceClient extends Subscriber {
  readonly subscribed = new Set<string>()
  /** The key of its subscription set: clients that want the same share one prepared frame. */
  group = ''
  /** True when it missed a frame or its subscription changed: its next frame is a full one. */
  behind = true

  join(group: string): void {
    this.group = group
    this.behind = true
  }
}
