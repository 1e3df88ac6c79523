export interface ParametersTables {
  parameters_values: {
    key: string
    version: number
    value: unknown
    reason: string
    changed_by: string
    approved_by: string | null
    changed_at: Date
  }
}
