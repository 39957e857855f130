import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import { archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import { useRef, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import { useNavigationGuard } from '../ui/useNavigationGuard.ts'
import { useRestoreFocus } from '../ui/useRestoreFocus.ts'
import { AddButtons } from './AddButtons.tsx'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import './archivos.css'
import { FileViewer } from './FileViewer.tsx'
import { pictureClass, Thumbnail } from './Thumbnail.tsx'
import { useArchivos } from './useArchivos.ts'
import { useFileContents } from './useFileContents.ts'
import { useFileDrop } from './useFileDrop.ts'
import { type Upload, useUploads } from './useUploads.ts'

interface Props {
  /** A new `list` function reads again. */
  calls: ArchivosCalls
  buttonClass?: string
}

export function Thumbnails({ calls: { list, send, remove }, buttonClass }: Props) {
  const zona = useConfig()?.zona
  const { archivos, query, add, drop } = useArchivos(list)
  const { load, keep } = useFileContents()
  const [open, setOpen] = useState<Archivo | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const remainingFiles = archivoLimits.maxPerRecord - (archivos?.length ?? 0)
  const uploading = useUploads(send, remainingFiles, (archivo, bytes) => {
    if (archivo) {
      keep(archivo.id, bytes)
      add(archivo)
    }
    setAnnouncement(archivo ? `Guardado: ${archivo.nombre}` : 'Guardado en este teléfono')
  })
  useNavigationGuard(uploading.uploads.length > 0, () => undefined)
  const section = useRef<HTMLElement>(null)
  const isDraggedOver = useFileDrop(section, send && uploading.add)

  const removeArchivo = async (archivo: Archivo) => {
    const index = archivos?.indexOf(archivo) ?? 0
    if (!(await remove?.(archivo))) return
    drop(archivo)
    if (open) setOpen(archivos?.[index + 1] ?? archivos?.[index - 1] ?? null)
  }
  const onRemove = remove && ((archivo: Archivo) => void removeArchivo(archivo))
  return (
    <section
      ref={section}
      aria-label="Archivos"
      className={cx(
        'grid gap-4 rounded-ui [transition:box-shadow_150ms]',
        isDraggedOver &&
          'bg-sunken [box-shadow:0_0_0_0.5rem_var(--color-sunken),0_0_0_calc(0.5rem_+_2px)_var(--color-ring)]',
      )}
    >
      {send && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          <AddButtons onFiles={uploading.add} className={buttonClass} />
          <p>
            Fotos (JPG, PNG, WebP) y PDF, hasta 8 MB.
            <span className="pointer-coarse:hidden">
              {' '}
              También puedes arrastrarlos a esta página o pegarlos con Ctrl+V.
            </span>
          </p>
        </div>
      )}
      <output className="sr-only">{announcement}</output>
      <UploadList {...uploading} />
      <LoadError title="Error al cargar los archivos" query={query} />
      {!archivos && !query.error && <ThumbnailsSkeleton />}
      {archivos?.length === 0 && uploading.uploads.length === 0 && (
        <p className="p-2 text-center text-muted">Todavía no hay archivos.</p>
      )}
      <ul className={gridClass}>
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

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-4 empty:hidden'

const ThumbnailsSkeleton = () => (
  <div className={gridClass}>
    <Loading label="Cargando archivos…" />
    <span className={pictureClass} />
    <span className={pictureClass} />
  </div>
)

function UploadList({ uploads, retry, drop }: ReturnType<typeof useUploads>) {
  if (uploads.length === 0) return null
  return (
    <ul className="grid gap-2">
      {uploads.map((upload) => {
        const { key, file, prepared, part, failure } = upload
        return (
          <li
            key={key}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-line px-4 py-3"
          >
            <p className="grid min-w-0 grow basis-40 wrap-anywhere">
              <strong className="font-semibold">{file.name}</strong>
              <span className="text-muted">
                {formatBytes((prepared?.bytes ?? file).size)}
                {!failure && ` · ${prepared ? `Enviando ${Math.round(part * 100)} %` : 'Preparando…'}`}
              </span>
            </p>
            {failure ? (
              <UploadError upload={upload} {...failure} onRetry={retry} onDrop={drop} />
            ) : (
              <progress
                aria-label={`Enviando ${file.name}`}
                value={prepared ? part : undefined}
                className="h-2 grow basis-32 appearance-none overflow-hidden rounded-ui bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

interface UploadErrorProps extends NonNullable<Upload['failure']> {
  upload: Upload
  onRetry: (upload: Upload) => void
  onDrop: (key: string) => void
}

function UploadError({ upload, reason, final, onRetry, onDrop }: UploadErrorProps) {
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  return (
    <div ref={box} className="flex grow basis-64 flex-wrap items-center gap-2">
      <p role="alert" className="grow basis-56 font-semibold text-danger">
        {reason}
      </p>
      {!final && <Button onClick={() => onRetry(upload)}>Reintentar</Button>}
      <Button look="quiet" aria-label={`Quitar ${upload.file.name}`} onClick={() => onDrop(upload.key)}>
        Quitar
      </Button>
    </div>
  )
}
