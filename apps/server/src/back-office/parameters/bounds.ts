/** The range that a value must be within, both ends included. */
export interface Bounds {
  readonly least: string
  readonly most: string
}
