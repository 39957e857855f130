import { formatHechoYRecibido, formatMomento } from '@flota/contract/core/format.ts'
import { archivosAccess } from '@flota/contract/documents/archivoClases.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import type { Hito } from '@flota/contract/trips/expedientes.ts'
import { type ReactNode, useMemo } from 'react'
import { asList, call } from '../../../../api/call.ts'
import { usePermission } from '../../../../api/session.ts'
import { FileThumbnail } from '../../../../archivos/PhotoPanel.tsx'
import { useArchivos } from '../../../../archivos/useArchivos.ts'
import { useFileContents } from '../../../../archivos/useFileContents.ts'

interface Props {
  ruta_id: number
  linea: readonly Hito[]
  zona: string
}

const isFile = ({ clase }: Hito) => clase === 'archivo'

/** An entry has no file id: its name and the moment of its upload identify the file. */
const fileKeyOf = ({ detalle, recibido }: Hito) => `${recibido} ${detalle}`

/** Lists the events of a trip; photos, signatures and documents are thumbnails. */
export function TimelineEntries({ ruta_id, linea, zona }: Props) {
  const may = usePermission()
  const files = linea.filter(isFile)
  const showsFiles = files.length > 0 && may(archivosAccess('read', 'rutas'))
  const keys = files.map(fileKeyOf).join('\n')
  const entries = (thumbnailOf: (hito: Hito) => ReactNode) => (
    <ol className="ml-2 grid gap-4 border-l-2 border-line">
      {linea.map((hito, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id and holds no state.
        <TimelineEntry key={index} hito={hito} zona={zona}>
          {isFile(hito) && thumbnailOf(hito)}
        </TimelineEntry>
      ))}
    </ol>
  )
  if (!showsFiles) return entries(() => null)
  return <WithThumbnails ruta_id={ruta_id} keys={keys} entries={entries} />
}

interface WithThumbnailsProps {
  ruta_id: number
  /** Keys of the files: other ones read the list again. */
  keys: string
  entries: (thumbnailOf: (hito: Hito) => ReactNode) => ReactNode
}

function WithThumbnails({ ruta_id, keys, entries }: WithThumbnailsProps) {
  const list = useMemo(
    () => async (signal: AbortSignal) =>
      keys === ''
        ? []
        : asList(
            await call('GET /api/archivos', { query: { entidad: 'rutas', entidad_id: ruta_id }, signal }),
          ).data,
    [ruta_id, keys],
  )
  const { archivos, query } = useArchivos(list)
  const { load } = useFileContents()
  // The viewer steps through the files in the order of the timeline.
  const inOrder = archivos?.toReversed() ?? []
  const fileOf = (hito: Hito): Archivo | undefined =>
    inOrder.find(({ nombre, creado_en }) => fileKeyOf(hito) === `${creado_en} ${nombre}`)
  return entries((hito) => {
    const archivo = fileOf(hito)
    if (archivo) return <FileThumbnail archivos={inOrder} archivo={archivo} load={load} />
    // Of the same size, so that nothing moves when the files are known.
    return archivos === null && !query.error && <span className="mt-1 block size-24 rounded-ui bg-sunken" />
  })
}

const isProblem = ({ clase, texto }: Hito) => clase === 'incidente' || texto.endsWith('Incidente')

interface TimelineEntryProps {
  hito: Hito
  zona: string
  /** Thumbnail of the entry's file. */
  children: ReactNode
}

function TimelineEntry({ hito, zona, children }: TimelineEntryProps) {
  const { momento: at, texto, detalle, usuario } = hito
  return (
    <li className="relative pl-5">
      <span
        aria-hidden="true"
        className={`absolute top-2 -left-[7px] size-3 rounded-full border-2 border-card ${isProblem(hito) ? 'bg-danger' : 'bg-field'}`}
      />
      <p className="font-semibold wrap-anywhere">{texto}</p>
      {detalle && <p className="wrap-anywhere whitespace-pre-line">{detalle}</p>}
      {children}
      <p className="mt-0.5 text-sm text-muted">
        {formatMomento(at, zona)}
        {usuario && ` · ${usuario}`}
      </p>
      <HechoYRecibido hito={hito} zona={zona} />
    </li>
  )
}

/** Shows when something happened and when the server received it, if they differ, and a doubtful phone clock. */
function HechoYRecibido({ hito, zona }: { hito: Hito; zona: string }) {
  const { momento, recibido, dudosa } = hito
  const hours = recibido && formatHechoYRecibido(momento, recibido, zona)
  const parts = [hours, dudosa && 'hora del teléfono dudosa'].filter(Boolean)
  return parts.length > 0 && <p className="mt-0.5 text-sm text-muted">{parts.join(' · ')}</p>
}
