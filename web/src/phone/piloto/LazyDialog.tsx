import { sinRuta } from '@flota/contract/format.ts'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { MiRuta } from './misRutas.ts'

const dialogs = {
  Historial: async () => (await import('./HistorialDialog.tsx')).HistorialDialog,
  Fotos: async () => (await import('./FotosDialog.tsx')).FotosDialog,
  Hoja: async () => (await import('../../viaje/HojaDialog.tsx')).HojaDialog,
}
export type DialogName = keyof typeof dialogs

interface Props {
  name: DialogName
  ruta: MiRuta
  onClose: () => void
}

/** Seldom looked at, so it is loaded at the press: until it is there its place is shown. */
export function LazyDialog({ name, ...props }: Props) {
  const { ruta, onClose } = props
  const what = name.toLowerCase()
  // A component by itself would be taken for a change of the state.
  const loaded = useOnDemand(true, what, async () => ({ Dialog: await dialogs[name]() }), onClose)
  if (loaded) return <loaded.Dialog {...props} />
  return (
    <Modal title={`${name} · Ruta ${sinRuta(ruta.no_ruta)}`} onClose={onClose} className={footedSheetClass}>
      <div className="mt-4 min-h-40">
        <Loading label={`Cargando ${what}…`} />
        <Skeleton className="w-2/5" />
      </div>
      <div className={sheetFooterClass}>
        <Button onClick={onClose} className="w-full py-4 text-base">
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}
