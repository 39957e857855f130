import { can } from '@flota/contract/access.ts'
import { sinRuta } from '@flota/contract/format.ts'
import { useState } from 'react'
import { asList, call } from '../../api/call.ts'
import { useSession } from '../../api/session.ts'
import type { ArchivosCalls } from '../../archivos/ArchivosCalls.ts'
import { Strip } from '../../archivos/Strip.tsx'
import { Button } from '../../ui/Button.tsx'
import { mayLeave } from '../../ui/leaving.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import type { MiRuta } from './misRutas.ts'

/** The photos and papers of an own route; a pilot deletes none. */
export function FotosDialog({ ruta, onClose }: { ruta: MiRuta; onClose: () => void }) {
  const session = useSession()
  const maySend = session !== null && can(session, { anyOf: ['actualizar_estado'] })
  const [calls] = useState(() => callsOf(ruta.id, maySend))
  const close = async () => (await mayLeave()) && onClose()
  return (
    <Modal
      fromTop
      title={`Fotos · Ruta ${sinRuta(ruta.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <div className="mt-4 min-h-40">
        <Strip calls={calls} buttonClass="grow py-4 text-base" />
      </div>
      <div className={sheetFooterClass}>
        <Button onClick={() => void close()} className="w-full py-4 text-base">
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}

const callsOf = (id: number, maySend: boolean): ArchivosCalls => ({
  list: async (signal) =>
    asList(await call('GET /api/piloto/ruta/:id/archivos', { params: { id }, signal })).data,
  send: maySend
    ? async (query, sending) =>
        (await call('POST /api/piloto/ruta/:id/archivos', { params: { id }, query, ...sending })).data
    : undefined,
})
