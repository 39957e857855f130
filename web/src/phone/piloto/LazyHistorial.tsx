import { sinRuta } from '@flota/contract/format.ts'
import type { ComponentProps } from 'react'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { HistorialDialog } from './HistorialDialog.tsx'

/** Seldom looked at, so it is loaded at the press: until it is there its place is shown. */
export function LazyHistorial(props: ComponentProps<typeof HistorialDialog>) {
  const { ruta, onClose } = props
  const loaded = useOnDemand(true, 'el historial', () => import('./HistorialDialog.tsx'), onClose)
  if (loaded) return <loaded.HistorialDialog {...props} />
  return (
    <Modal title={`Historial · Ruta ${sinRuta(ruta.no_ruta)}`} onClose={onClose} className={footedSheetClass}>
      <div className="mt-4 min-h-40">
        <Loading label="Cargando historial…" />
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
