import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useOutbox } from './outbox/outbox.ts'
import { useAppUpdate } from './useAppUpdate.ts'

const dismissedKey = 'pantalla de inicio'

/** Safari and an installed page have separate storage. */
const isInSafari =
  /iPhone|iPad|iPod/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

export function DeviceWarnings() {
  const { items, lectura, canStore } = useOutbox()
  const [isDismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey) !== null)
  const applyUpdate = useAppUpdate(lectura !== null)
  const dismiss = () => {
    localStorage.setItem(dismissedKey, 'si')
    setDismissed(true)
  }
  return (
    <>
      {!canStore && <Banner kind="notice" title="Este navegador no guarda nada sin señal." />}
      {applyUpdate && (
        <Banner
          kind="notice"
          title="Hay una versión nueva."
          action={
            <Button className="py-3" onClick={applyUpdate}>
              Usar la nueva
            </Button>
          }
        />
      )}
      {isInSafari && !isDismissed && items.length === 0 && (
        <Banner
          kind="notice"
          title="Agrega esta página a la pantalla de inicio para no perder lo que guardas sin señal."
          action={
            <Button className="py-3" onClick={dismiss}>
              Entendido
            </Button>
          }
        />
      )}
    </>
  )
}
