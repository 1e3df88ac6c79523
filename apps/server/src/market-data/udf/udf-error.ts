/** A request that the UDF routes refuse: with a status of 4xx, and the protocol's own form of an error. */
export class UdfError extends Error {
  readonly status: 400 | 404

  constructor(status: 400 | 404, message: string) {
    super(message)
    this.status = status
  }
}
