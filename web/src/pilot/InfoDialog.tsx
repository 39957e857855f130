import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../ui/Modal.tsx'
import type { MiRuta } from './misRutas.ts'

interface Props {
  title: string
  /** Trip whose number the title has. */
  ruta?: MiRuta
  onClose: () => void
  fromTop?: boolean
  children: ReactNode
}

export function InfoDialog({ title, ruta, onClose, fromTop = false, children }: Props) {
  return (
    <Modal
      fromTop={fromTop}
      title={ruta ? `${title} · Ruta ${stripRutaPrefix(ruta.no_ruta)}` : title}
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
