import { manual } from 'virtual:manual/piloto'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import '../../shell/manual.css'

export function AyudaDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal fromTop title="Ayuda" onClose={onClose} className={footedSheetClass}>
      <div className="manual mt-4">{manual}</div>
      <div className={sheetFooterClass}>
        <Button className="grow py-4 text-base" onClick={onClose}>
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}
