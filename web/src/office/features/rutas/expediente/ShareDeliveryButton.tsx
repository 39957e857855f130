import { useState } from 'react'
import { messageOf } from '../../../../api/ApiError.ts'
import { download, saveFile } from '../../../../api/download.ts'
import { Button } from '../../../../ui/Button.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'

/** Shares the proof of delivery through the browser, or saves it if the browser can't share files. */
export function ShareDeliveryButton({ ruta }: { ruta: { id: number; no_ruta: string } }) {
  const [busy, setBusy] = useState(false)
  const share = async () => {
    setBusy(true)
    try {
      const { name, file } = await download(
        'GET /api/rutas/:id/entrega/hoja',
        { params: { id: ruta.id } },
        () => undefined,
      )
      const files = [new File([file], name, { type: file.type })]
      // Browsers disable sharing over plain http.
      if ('canShare' in navigator && navigator.canShare({ files }))
        await navigator.share({ files, title: `Entrega ${ruta.no_ruta}` })
      else saveFile(name, file)
    } catch (error) {
      // AbortError: the user closed the system's share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        await showResult('error', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} onClick={() => void share()}>
      Compartir entrega
    </Button>
  )
}
