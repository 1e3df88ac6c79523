import type { MonitoringSeverity } from '@candor/contract'
import { Badge } from '@candor/ui/feedback.tsx'
import { severityTones, severityWords } from './rule-words.ts'

/** Severity of a rule's hit. */
export const SeverityBadge = ({ severity }: { readonly severity: MonitoringSeverity }) => (
  <Badge tone={severityTones[severity]}>{severityWords[severity]}</Badge>
)
