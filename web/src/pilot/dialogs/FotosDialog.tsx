import { formatMomento, stripRutaPrefix } from '@flota/contract/format.ts'
import { useMemo } from 'react'
import { asList, call } from '../../api/call.ts'
import { useConfig } from '../../api/config.ts'
import type { ArchivosCalls } from '../../archivos/ArchivosCalls.ts'
import { Thumbnails } from '../../archivos/Thumbnails.tsx'
import { Button } from '../../ui/Button.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import type { MiRuta } from '../misRutas.ts'
import { createPictureDraft } from '../outbox/createPictureDraft.ts'
import { enqueue, useOutbox } from '../outbox/outbox.ts'
import { isOfRuta, isPicture } from '../outbox/outboxItems.ts'
import type { DialogProps } from './dialogProps.ts'

/** The photos and papers of an own route, and those that still wait on the phone; a pilot deletes none. */
export function FotosDialog({ ruta, mayChange, onClose }: DialogProps) {
  const zona = useConfig()?.zona
  const waiting = useOutbox()
    .items.filter((item) => isPicture(item))
    .filter((item) => item.ruta_id === ruta.id && isOfRuta(item))
  const count = waiting.length
  // What waited is among the others once it has arrived.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- read again with each that leaves
  const calls = useMemo(() => archivosCalls(ruta, mayChange), [ruta.id, mayChange, count])
  const close = async () => (await confirmLeave()) && onClose()
  return (
    <Modal
      fromTop
      title={`Fotos · Ruta ${stripRutaPrefix(ruta.no_ruta)}`}
      onClose={() => void close()}
      className={footedSheetClass}
    >
      <div className="mt-4 grid min-h-40 gap-4">
        {count > 0 && (
          <ul className="grid gap-2" aria-label="Por enviar">
            {waiting.map(({ id, datos, tomado }) => (
              <li
                key={id}
                className="rounded-ui bg-notice-soft px-3 py-2 font-semibold text-notice wrap-anywhere"
              >
                {datos.nombre ?? 'Foto'} {zona && `· ${formatMomento(tomado, zona)}`} · por enviar
              </li>
            ))}
          </ul>
        )}
        <Thumbnails calls={calls} buttonClass="grow py-4 text-base" />
      </div>
      <div className={sheetFooterClass}>
        <Button onClick={() => void close()} className="w-full py-4 text-base">
          Cerrar
        </Button>
      </div>
    </Modal>
  )
}

const archivosCalls = (ruta: MiRuta, maySend: boolean): ArchivosCalls => ({
  list: async (signal) =>
    asList(await call('GET /api/piloto/ruta/:id/archivos', { params: { id: ruta.id }, signal })).data,
  send: maySend
    ? async (about, { file }) => {
        await enqueue(ruta, [await createPictureDraft(file, about)])
        return null
      }
    : undefined,
})
