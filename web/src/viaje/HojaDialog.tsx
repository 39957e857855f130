import { sinRuta } from '@flota/contract/format.ts'
import { useState } from 'react'
import { messageOf } from '../api/ApiError.ts'
import { download, saveFile, showFile } from '../api/download.ts'
import { useSession } from '../api/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../ui/Modal.tsx'

type Precio = 'si' | 'no'

interface Props {
  ruta: { id: number; no_ruta: string }
  onClose: () => void
}

/** Opens the sheet of a trip in another tab; who may see prices says whether it has this one. */
export function HojaDialog({ ruta: { id, no_ruta }, onClose }: Props) {
  const session = useSession()
  const [busy, setBusy] = useState<Precio | null>(null)
  const [error, setError] = useState<string | null>(null)
  const seesPrecio = session !== null && session.rol_nombre !== 'piloto'
  const take = async (precio: Precio) => {
    if (busy) return
    setError(null)
    setBusy(precio)
    try {
      await openHoja(id, precio)
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
      onClick={() => void take(precio)}
    >
      {label}
    </Button>
  )
  return (
    <Modal title={`Hoja · Ruta ${sinRuta(no_ruta)}`} onClose={onClose} className={footedSheetClass}>
      <div className="mt-4 grid gap-4 pb-4">
        {error && (
          <Banner kind="error" title="Error al generar el PDF">
            {error}
          </Banner>
        )}
        <p>{seesPrecio ? '¿La hoja lleva el precio?' : 'La hoja se abre en otra pestaña.'}</p>
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

/** A browser that shows no PDF saves it. @throws {ApiError} */
async function openHoja(id: number, precio: Precio): Promise<void> {
  const tab = navigator.pdfViewerEnabled ? window.open('', '_blank') : null
  try {
    const request = { params: { id }, query: { precio } }
    const { name, file } = await download('GET /api/rutas/:id/hoja', request, () => undefined)
    if (tab) showFile(tab, file)
    else saveFile(name, file)
  } catch (failure) {
    tab?.close()
    throw failure
  }
}
