import type { OperatorRole } from '@candor/contract'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

export interface ConsolePage {
  readonly path: string
  /** Further paths of the same page. */
  readonly also?: readonly string[]
  /** Heading in the list; left out: at its beginning, without one. */
  readonly group?: 'Queues' | 'Money' | 'Products' | 'Administration'
  readonly title: string
  readonly icon: LucideIcon
  /** Roles that see the page; the server checks them again. */
  readonly roles: readonly OperatorRole[]
  readonly Page: ComponentType
}
