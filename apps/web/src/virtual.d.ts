declare module 'virtual:texts/*' {
  import type { Catalog } from '@candor/texts/message.ts'

  const catalog: Catalog
  export default catalog
}
