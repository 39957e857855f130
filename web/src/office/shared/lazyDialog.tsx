import type { ComponentType } from 'react'
import { useLazyModule } from '../../ui/useLazyModule.ts'

/** Creates a dialog that loads when it first opens. A failure closes it and shows an error with `name`. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  name = 'el formulario',
): ComponentType<Props> {
  let loaded: { Dialog: ComponentType<Props> } | undefined
  const loadOnce = async () => {
    loaded ??= { Dialog: await load() }
    return loaded
  }
  return function LazyDialog(props: Props) {
    const { Dialog } = useLazyModule(loaded === undefined, name, loadOnce, props.onClose) ?? loaded ?? {}
    return Dialog && <Dialog {...props} />
  }
}
