import { type ComponentType, lazy, useState } from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Like React's `lazy`, but a part that was loaded before renders at once: `lazy` would show its fallback first, and React keeps
 * that for 300 ms.
 */
export function prepared<Props extends object>(load: Load<Props>) {
  let here: ComponentType<Props> | null = null
  const bring: Load<Props> = async () => {
    const module = await load()
    here = module.default
    return module
  }
  const Later = lazy(bring)
  function Part(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => here ?? Later)
    return <Shown {...props} />
  }
  return { Part, bring }
}
