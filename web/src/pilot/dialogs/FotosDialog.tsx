import { formatMomento } from '@flota/contract/core/format.ts'
import { useMemo } from 'react'
import { asList, call } from '../../api/call.ts'
import { useConfig } from '../../api/config.ts'
import type { ArchivosCalls } from '../../archivos/ArchivosCalls.ts'
import { Thumbnails } from '../../archivos/Thumbnails.tsx'
import { confirmLeave } from '../../ui/navigationGuard.ts'
import { InfoDialog } from '../InfoDialog.tsx'
import type { MiRuta } from '../misRutas.ts'
import { enqueue, useOutbox } from '../outbox/outbox.ts'
import { isOfRuta, isPicture } from '../outbox/outboxItems.ts'
import { createPictureDraft } from './createPictureDraft.ts'
import type { DialogProps } from './dialogProps.ts'

/** The unsent and stored files of a trip; pilots cannot delete files. */
export function FotosDialog({ ruta, mayChange, onClose }: DialogProps) {
  const zona = useConfig()?.zona
  const unsent = useOutbox()
    .items.filter((item) => isPicture(item))
    .filter((item) => item.ruta_id === ruta.id && isOfRuta(item))
  const count = unsent.length
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- reads again when a file has been sent
  const calls = useMemo(() => archivosCalls(ruta, mayChange), [ruta.id, mayChange, count])
  const close = async () => (await confirmLeave()) && onClose()
  return (
    <InfoDialog fromTop title="Fotos" ruta={ruta} onClose={() => void close()}>
      <div className="mt-4 grid min-h-40 gap-4">
        {count > 0 && (
          <ul className="grid gap-2" aria-label="Por enviar">
            {unsent.map(({ id, datos, tomado }) => (
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
    </InfoDialog>
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
