import { archivoLimits } from '@flota/contract/archivoLimits.ts'
import type { Archivo } from '@flota/contract/archivos.ts'
import { useRef, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { useNavigationGuard } from '../ui/useNavigationGuard.ts'
import { AddButtons } from './AddButtons.tsx'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import './archivos.css'
import { FileViewer } from './FileViewer.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { UploadRow } from './UploadRow.tsx'
import { useArchivos } from './useArchivos.ts'
import { useFileContents } from './useFileContents.ts'
import { useFileDrop } from './useFileDrop.ts'
import { useUploads } from './useUploads.ts'

interface Props {
  /** Others read again; another record gets another strip. */
  calls: ArchivosCalls
  /** Of the buttons that add. */
  buttonClass?: string
}

/** The files of a record: small pictures, each to be seen whole; and the ways to add more. */
export function Thumbnails({ calls: { list, send, remove }, buttonClass }: Props) {
  const zona = useConfig()?.zona
  const { archivos, error, again, add, drop } = useArchivos(list)
  const { load, keep } = useFileContents()
  const [open, setOpen] = useState<Archivo | null>(null)
  const [announcement, setSaid] = useState('')
  const remainingFiles = archivoLimits.maxPerRecord - (archivos?.length ?? 0)
  const sending = useUploads(send, remainingFiles, (archivo, bytes) => {
    if (archivo) {
      keep(archivo.id, bytes)
      add(archivo)
    }
    setSaid(archivo ? `Guardado: ${archivo.nombre}` : 'Guardado en este teléfono')
  })
  useNavigationGuard(sending.uploads.length > 0, () => undefined)
  const strip = useRef<HTMLElement>(null)
  const isDraggedOver = useFileDrop(strip, send && sending.add)

  const discard = async (archivo: Archivo) => {
    const at = archivos?.indexOf(archivo) ?? 0
    if (!(await remove?.(archivo))) return
    drop(archivo)
    if (open) setOpen(archivos?.[at + 1] ?? archivos?.[at - 1] ?? null)
  }
  const onRemove = remove && ((archivo: Archivo) => void discard(archivo))
  return (
    <section ref={strip} aria-label="Archivos" className="archivos" data-over={isDraggedOver || undefined}>
      {send && (
        <div className="archivos-add">
          <AddButtons onFiles={sending.add} className={buttonClass} />
          <p>
            Fotos (JPG, PNG, WebP) y PDF, hasta 8 MB.
            <span className="archivos-mouse">
              {' '}
              También puedes arrastrarlos a esta página o pegarlos con Ctrl+V.
            </span>
          </p>
        </div>
      )}
      <output className="sr-only">{announcement}</output>
      <UploadList {...sending} />
      {error !== null && (
        <Banner
          kind="error"
          title="Error al cargar los archivos"
          action={<Button onClick={again}>Reintentar</Button>}
        >
          {error}
        </Banner>
      )}
      {!archivos && error === null && <ThumbnailsSkeleton />}
      {archivos?.length === 0 && sending.uploads.length === 0 && (
        <p className="archivos-none">Todavía no hay archivos.</p>
      )}
      <ul className="archivos-grid">
        {archivos?.map((archivo) => (
          <Thumbnail
            key={archivo.id}
            archivo={archivo}
            zona={zona}
            load={load}
            onOpen={() => setOpen(archivo)}
            onRemove={onRemove && (() => onRemove(archivo))}
          />
        ))}
      </ul>
      {open && archivos && (
        <FileViewer
          {...{ archivos, open, zona, load, onRemove }}
          onOpen={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

const ThumbnailsSkeleton = () => (
  <div className="archivos-grid">
    <Loading label="Cargando archivos…" />
    <span className="archivo-picture" />
    <span className="archivo-picture" />
  </div>
)

/** The files that are on their way or did not arrive. */
function UploadList({ uploads, retry, drop }: ReturnType<typeof useUploads>) {
  if (uploads.length === 0) return null
  return (
    <ul className="archivos-uploads">
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => retry(upload)}
          onDrop={() => drop(upload.key)}
        />
      ))}
    </ul>
  )
}
