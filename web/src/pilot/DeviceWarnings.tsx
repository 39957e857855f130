import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { useCola } from './outbox/outbox.ts'
import { useRelease } from './useAppUpdate.ts'

const understood = 'pantalla de inicio'

/** Safari and the page that is installed from it keep what they keep apart. */
const isInSafari =
  /iPhone|iPad|iPod/.test(navigator.userAgent) && !matchMedia('(display-mode: standalone)').matches

/** What the phone cannot do, or could do better. */
export function Hints() {
  const { items, lectura, keeps } = useCola()
  const [hidden, setHidden] = useState(() => localStorage.getItem(understood) !== null)
  const takeNew = useRelease(lectura !== null)
  const hide = () => {
    localStorage.setItem(understood, 'si')
    setHidden(true)
  }
  return (
    <>
      {!keeps && <Banner kind="notice" title="Este navegador no guarda nada sin señal." />}
      {takeNew && (
        <Banner
          kind="notice"
          title="Hay una versión nueva."
          action={
            <Button className="py-3" onClick={takeNew}>
              Usar la nueva
            </Button>
          }
        />
      )}
      {isInSafari && !hidden && items.length === 0 && (
        <Banner
          kind="notice"
          title="Agrega esta página a la pantalla de inicio para no perder lo que guardas sin señal."
          action={
            <Button className="py-3" onClick={hide}>
              Entendido
            </Button>
          }
        />
      )}
    </>
  )
}
