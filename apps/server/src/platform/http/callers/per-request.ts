import type { FastifyRequest } from 'fastify'

/** Values that one hook of a route determines for the later ones, by request. */
export class PerRequest<Value extends object> {
  private readonly values = new WeakMap<FastifyRequest, Value>()

  set(request: FastifyRequest, value: Value): void {
    this.values.set(request, value)
  }

  /** Returns the value of a request; one without a value skipped the hook. */
  of(request: FastifyRequest): Value {
    const value = this.values.get(request)
    if (value === undefined) throw new Error(`${request.routeOptions.url} was handled before its hook`)
    return value
  }
}
