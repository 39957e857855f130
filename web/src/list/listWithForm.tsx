import { type ComponentType, lazy, Suspense } from 'react'
import { useOverlayParam } from './useOverlayParam.ts'

export interface ListProps {
  /** The address of a record's form; null for a new one. */
  formOf: (id: number | null) => string
}

export interface OverlayFormProps {
  /** Null for a new record. */
  id: string | null
  onClose: () => void
}

/** A list and the form in its place at one address (docs/contract/screens.md): `?registro=nuevo`, `?registro=7`. */
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
