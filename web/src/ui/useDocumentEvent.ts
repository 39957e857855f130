import { useEffect, useEffectEvent } from 'react'

/** Calls the latest `listener` on a document's event while the component is mounted. */
export function useDocumentEvent<Name extends keyof DocumentEventMap>(
  name: Name,
  listener: (event: DocumentEventMap[Name]) => void,
) {
  const call = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: DocumentEventMap[Name]) => call(event)
    document.addEventListener(name, listen)
    return () => document.removeEventListener(name, listen)
  }, [name])
}
