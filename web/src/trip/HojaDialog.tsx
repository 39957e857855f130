import { sinRuta } from '@flota/contract/format.ts'
import { download } from '../api/download.ts'
import { SheetDialog } from './HojaPdfDialog.tsx'

interface Props {
  ruta: { id: number; no_ruta: string }
  onClose: () => void
}

/** The sheet of a trip. */
export function HojaDialog({ ruta: { id, no_ruta }, onClose }: Props) {
  return (
    <SheetDialog
      title={`Hoja · Ruta ${sinRuta(no_ruta)}`}
      question="¿La hoja lleva el precio?"
      sentence="La hoja se abre en otra pestaña."
      take={(precio) =>
        download('GET /api/rutas/:id/hoja', { params: { id }, query: { precio } }, () => undefined)
      }
      onClose={onClose}
    />
  )
}
