import type { TextKey } from '@candor/texts/keys.ts'

/** What went wrong on this device, as a text of ours; `failureText` says it. */
export class DeviceFailure extends Error {
  readonly key: TextKey

  constructor(key: TextKey) {
    super(key)
    this.key = key
  }
}
