import type { Archivo } from '@flota/contract/documents/archivos.ts'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import { useRef, useState } from 'react'
import { useConfig } from '../api/config.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { LoadError } from '../ui/LoadError.tsx'
import { Loading } from '../ui/Skeleton.tsx'
import type { ArchivosCalls } from './ArchivosCalls.ts'
import './archivos.css'
import { FileViewer } from './FileViewer.tsx'
import { isFoto } from './fileTexts.ts'
import { useArchivos } from './useArchivos.ts'
import { type FileContents, useFileContents, useLazyObjectUrl } from './useFileContents.ts'

interface Props {
  recordId: number
  /** Name of the record, for screen readers. */
  name: string
  list: ArchivosCalls['list']
}

interface PartProps extends Props {
  load: FileContents['load']
}

/** The photo of a record, large enough to read. Keeps the loaded files when the record changes. */
export function PhotoPanel(props: Props) {
  const { load } = useFileContents()
  return <LargePhoto key={props.recordId} {...props} load={load} />
}

export function PhotoThumbnail(props: Props) {
  const { load } = useFileContents()
  return <SmallPhoto key={props.recordId} {...props} load={load} />
}

const frameClass =
  'grid place-content-center place-items-center overflow-hidden rounded-ui border border-line bg-sunken text-muted'
const largeClass = 'h-[min(34rem,100dvh-18rem)] w-full'

function LargePhoto({ name, list, load }: PartProps) {
  const { archivos, query } = useArchivos(list)
  const fotos = archivos?.toSorted((a, b) => Number(isFoto(b)) - Number(isFoto(a)))
  const [index, setIndex] = useState(0)
  const current = fotos?.[index]
  return (
    <section aria-label={`Foto: ${name}`} className="grid gap-2">
      <LoadError title="Error al cargar las fotos" query={query} />
      {!fotos && !query.error && <Loading label="Cargando fotos…" />}
      {fotos?.length === 0 && (
        <p className={cx(frameClass, largeClass)}>
          <ImageOff />
          Sin foto
        </p>
      )}
      {fotos && current && <Photo key={current.id} fotos={fotos} foto={current} load={load} />}
      {fotos && fotos.length > 1 && (
        <p className="flex items-center justify-between text-muted">
          {index + 1} de {fotos.length}
          <Button onClick={() => setIndex((index + 1) % fotos.length)}>Otra foto</Button>
        </p>
      )}
    </section>
  )
}

function SmallPhoto({ name, list, load }: PartProps) {
  const { archivos } = useArchivos(list)
  const foto = archivos?.find(isFoto) ?? archivos?.[0]
  return archivos && foto && <Photo fotos={archivos} foto={foto} load={load} name={name} size="small" />
}

interface FileThumbnailProps {
  /** All files that the viewer shows. */
  archivos: readonly Archivo[]
  archivo: Archivo
  load: FileContents['load']
}

/** A file of a record; the viewer opens by a click. The file loads when it comes into view. */
export const FileThumbnail = ({ archivos, archivo, load }: FileThumbnailProps) => (
  <Photo fotos={archivos} foto={archivo} load={load} size="medium" />
)

const sizeClasses = { small: 'size-11', medium: 'mt-1 size-24', large: largeClass } as const

interface PhotoProps {
  fotos: readonly Archivo[]
  foto: Archivo
  load: FileContents['load']
  /** Name of the record, if nothing around the photo names it. */
  name?: string
  size?: keyof typeof sizeClasses
}

function Photo({ fotos, foto, load, name, size = 'large' }: PhotoProps) {
  const zona = useConfig()?.zona
  const [open, setOpen] = useState<Archivo | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { url, failed } = useLazyObjectUrl(button, isFoto(foto) ? foto.id : null, load)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={name ? `Ver foto: ${name}` : `Ver ${foto.nombre} en grande`}
        onClick={() => setOpen(foto)}
        className={cx(frameClass, 'cursor-zoom-in', sizeClasses[size])}
      >
        {url && (
          <img
            src={url}
            alt=""
            className={cx('size-full min-h-0', size === 'small' ? 'object-cover' : 'object-contain')}
          />
        )}
        {failed && <ImageOff />}
        {!isFoto(foto) && <FileIcon />}
      </button>
      {open && (
        <FileViewer
          {...{ archivos: fotos, open, zona, load }}
          onOpen={setOpen}
          onRemove={undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
