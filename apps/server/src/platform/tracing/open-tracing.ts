import type { Logger } from 'pino'
import type { RequestedConfig } from '../config.ts'
import type { ShutdownStack } from '../shutdown-stack.ts'
import { version } from '../version.ts'
import { useTracing } from './tracing.ts'

/**
 * Turns traces on where the configuration names a collector. OpenTelemetry is loaded here and nowhere else, so that a process without traces
 * never reads it.
 */
export async function openTracing(
  { traceTo: to, roles }: Pick<RequestedConfig, 'traceTo' | 'roles'>,
  log: Logger,
  closing: ShutdownStack,
): Promise<void> {
  if (to === null) return
  const { openOtlpTracing } = await import('./otlp-tracing.ts')
  const tracing = openOtlpTracing({ to, version, roles, log })
  useTracing(tracing)
  closing.add('traces', () => {
    useTracing(null)
    return tracing.stop()
  })
}
