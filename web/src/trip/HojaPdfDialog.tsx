import { useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { type Download, saveFile, showFile } from '../api/download.ts'
import { useSession } from '../api/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../ui/Modal.tsx'

type Precio = 'si' | 'no'

interface Props {
  title: string
  /** Question about the price, for users who see prices. */
  question: string
  /** Text for users who see no prices. */
  sentence: string
  /** @throws {ApiError} */
  downloadPdf: (precio: Precio) => Promise<Download>
  onClose: () => void
}

export function HojaPdfDialog({ title, question, sentence, downloadPdf, onClose }: Props) {
  const session = useSession()
  const [busy, setBusy] = useState<Precio | null>(null)
  const [error, setError] = useState<string | null>(null)
  const seesPrecio = session !== null && session.rol_nombre !== 'piloto'
  const open = async (precio: Precio) => {
    if (busy) return
    setError(null)
    setBusy(precio)
    try {
      await showPdf(() => downloadPdf(precio))
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
      setBusy(null)
    }
  }
  const button = (precio: Precio, label: string, look: 'primary' | 'secondary') => (
    <Button
      look={look}
      busy={busy === precio}
      className="max-md:grow max-md:py-3"
      onClick={() => void open(precio)}
    >
      {label}
    </Button>
  )
  return (
    <Modal title={title} onClose={onClose} className={footedSheetClass}>
      <div className="mt-4 grid gap-4 pb-4">
        {error && (
          <Banner kind="error" title="Error al generar el PDF">
            {error}
          </Banner>
        )}
        <p>{seesPrecio ? question : sentence}</p>
      </div>
      <div className={`${sheetFooterClass} flex-wrap justify-end`}>
        <Button className="max-md:grow max-md:py-3" onClick={onClose}>
          Cancelar
        </Button>
        {seesPrecio && button('si', 'Con precio', 'secondary')}
        {button('no', seesPrecio ? 'Sin precio' : 'Abrir', 'primary')}
      </div>
    </Modal>
  )
}

async function showPdf(downloadFile: () => Promise<Download>): Promise<void> {
  const tab = navigator.pdfViewerEnabled ? window.open('', '_blank') : null
  try {
    const { name, file } = await downloadFile()
    if (tab) showFile(tab, file)
    else saveFile(name, file)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
