import { type ComponentType, lazy, Suspense } from 'react'
import { useOverlayParam } from './useOverlayParam.ts'

export interface ListProps {
  /** Returns the address of a record's form; null is a new record. */
  formOf: (id: number | null) => string
}

export interface OverlayFormProps {
  id: string | null
  onClose: () => void
}

/** Creates a screen that shows a list, or at `?registro=nuevo` and `?registro=7` a form (docs/contract/screens.md). */
export function listWithForm(
  key: string,
  List: ComponentType<ListProps>,
  loadForm: () => Promise<ComponentType<OverlayFormProps>>,
) {
  const Form = lazy(async () => ({ default: await loadForm() }))
  return function ListOrForm() {
    const overlay = useOverlayParam(key)
    const which = overlay.valueOf(key)
    if (which !== 'nuevo' && !/^[1-9]\d*$/.test(which))
      return <List formOf={(id) => overlay.hrefOf({ [key]: String(id ?? 'nuevo') })} />
    return (
      <Suspense>
        <Form id={which === 'nuevo' ? null : which} onClose={overlay.close} />
      </Suspense>
    )
  }
}
