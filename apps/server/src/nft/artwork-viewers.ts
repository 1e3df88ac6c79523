import type { Bus } from '../platform/bus/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { ArtworkHub } from '../platform/websocket/artwork-hub.ts'
import type { ArtworkChange } from './work-response.ts'

/** Open pages that show artworks, in every process. */
export interface ArtworkViewers {
  notify(change: ArtworkChange): void
}

interface ViewersOptions {
  readonly bus: Bus
  readonly clock: Clock
  /** Null where sockets are another process's. */
  readonly hub: ArtworkHub | null
  /** Called when an artwork changed, before its viewers are notified. */
  readonly changed: () => void
}

/** Connects the viewers of this process with those of the others. */
export async function openArtworkViewers({
  bus,
  clock,
  hub,
  changed,
}: ViewersOptions): Promise<ArtworkViewers> {
  await bus.on('artwork', (message) => {
    changed()
    hub?.publish(message)
  })
  return {
    notify: (change) => {
      const message = { type: 'artwork', at: clock.now(), data: change } as const
      changed()
      hub?.publish(message)
      bus.publish('artwork', message)
    },
  }
}
