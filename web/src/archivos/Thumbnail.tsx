import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import Trash from 'lucide-react/icons/trash'
import { useRef } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useRestoreFocus } from '../ui/useRestoreFocus.ts'
import { formatTakenAt, isFoto } from './fileTexts.ts'
import { type FileContents, useLazyObjectUrl } from './useFileContents.ts'

interface Props {
  archivo: Archivo
  zona: string | undefined
  load: FileContents['load']
  onOpen: () => void
  onRemove: (() => void) | undefined
}

export const pictureClass =
  'relative grid aspect-4/3 w-full cursor-zoom-in place-content-center justify-items-center overflow-hidden rounded-ui border border-line bg-sunken text-muted [&>svg]:size-9'

export function Thumbnail({ archivo, zona, load, onOpen, onRemove }: Props) {
  const { nombre, bytes, subido_por } = archivo
  const isPicture = isFoto(archivo)
  const button = useRef<HTMLButtonElement>(null)
  const tile = useRef<HTMLLIElement>(null)
  useRestoreFocus(tile)
  const { url, failed } = useLazyObjectUrl(button, isPicture ? archivo.id : null, load)
  return (
    <li ref={tile} className="min-w-0">
      <button
        ref={button}
        type="button"
        aria-label={`Ver ${nombre}`}
        onClick={onOpen}
        className={pictureClass}
      >
        {url && <img src={url} alt="" className="absolute inset-0 size-full object-cover" />}
        {failed && <ImageOff />}
        {!isPicture && <FileIcon />}
      </button>
      <div className="flex items-start justify-between pt-1 text-sm/normal">
        <p className="grid min-w-0 *:truncate [&>span]:text-muted">
          <strong className="font-semibold">{nombre}</strong>
          {!isPicture && <span>PDF · {formatBytes(bytes)}</span>}
          <span>{subido_por}</span>
          <span>{formatTakenAt(archivo, zona)}</span>
        </p>
        {onRemove && (
          <IconButton label={`Eliminar ${nombre}`} onClick={onRemove} className="-mr-2 text-muted">
            <Trash />
          </IconButton>
        )}
      </div>
    </li>
  )
}
