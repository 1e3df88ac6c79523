import type { TextKey } from '@candor/texts/keys.ts'

/** A failure of this device, as a key of our texts; `failureText` translates it. */
export class DeviceFailure extends Error {
  readonly key: TextKey

  constructor(key: TextKey) {
    super(key)
    this.key = key
  }
}
