import { stripRutaPrefix } from '@flota/contract/format.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../ui/Modal.tsx'
import type { MiRuta } from './misRutas.ts'

interface Props {
  title: string
  ruta: MiRuta
  onClose: () => void
  children: ReactNode
}

/** What a pilot reads of a route, to be closed. */
export function RutaInfoDialog({ title, ruta, onClose, children }: Props) {
  return (
    <Modal
      title={`${title} · Ruta ${stripRutaPrefix(ruta.no_ruta)}`}
      onClose={onClose}
      className={footedSheetClass}
    >
      {children}
      <div className={sheetFooterClass}>
        <Button onClick={onClose} className="w-full py-4 text-base">
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}
