import type { Ruta } from '@flota/contract/rutas.ts'
import { useOnDemand } from '../../ui/useOnDemand.ts'

/** Asks how the sheet of a trip is to be and opens it; loaded with the first one. */
export function Hoja({ ruta, onClose }: { ruta: Ruta | null; onClose: () => void }) {
  const loaded = useOnDemand(ruta !== null, 'la hoja', () => import('../../viaje/HojaDialog.tsx'), onClose)
  return ruta && loaded && <loaded.HojaDialog ruta={ruta} onClose={onClose} />
}
