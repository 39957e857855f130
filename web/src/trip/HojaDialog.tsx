import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import { download } from '../api/download.ts'
import { HojaPdfDialog } from './HojaPdfDialog.tsx'

interface Props {
  ruta: { id: number; no_ruta: string }
  onClose: () => void
}

export function HojaDialog({ ruta: { id, no_ruta }, onClose }: Props) {
  return (
    <HojaPdfDialog
      title={`Hoja · Ruta ${stripRutaPrefix(no_ruta)}`}
      question="¿La hoja lleva el precio?"
      sentence="La hoja se abre en otra pestaña."
      downloadPdf={(precio) =>
        download('GET /api/rutas/:id/hoja', { params: { id }, query: { precio } }, () => undefined)
      }
      onClose={onClose}
    />
  )
}
