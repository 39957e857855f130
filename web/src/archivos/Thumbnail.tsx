import type { Archivo } from '@flota/contract/documents/archivos.ts'
import FileIcon from 'lucide-react/icons/file'
import ImageOff from 'lucide-react/icons/image-off'
import Trash from 'lucide-react/icons/trash'
import { useRef } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useRestoreFocus } from '../ui/useRestoreFocus.ts'
import { formatBytes, formatTakenAt, isFoto } from './fileTexts.ts'
import { type FileContents, useLazyObjectUrl } from './useFileContents.ts'

interface Props {
  archivo: Archivo
  zona: string | undefined
  load: FileContents['load']
  onOpen: () => void
  onRemove: (() => void) | undefined
}

export function Thumbnail({ archivo, zona, load, onOpen, onRemove }: Props) {
  const { nombre, bytes, subido_por } = archivo
  const isPicture = isFoto(archivo)
  const button = useRef<HTMLButtonElement>(null)
  const tile = useRef<HTMLLIElement>(null)
  useRestoreFocus(tile)
  const { url, failed } = useLazyObjectUrl(button, isPicture ? archivo.id : null, load)
  return (
    <li ref={tile} className="archivo">
      <button
        ref={button}
        type="button"
        aria-label={`Ver ${nombre}`}
        onClick={onOpen}
        className="archivo-picture"
      >
        {url && <img src={url} alt="" />}
        {failed && <ImageOff aria-hidden="true" />}
        {!isPicture && <FileIcon aria-hidden="true" />}
      </button>
      <div className="archivo-words">
        <p>
          <strong>{nombre}</strong>
          {!isPicture && <span>PDF · {formatBytes(bytes)}</span>}
          <span>{subido_por}</span>
          <span>{formatTakenAt(archivo, zona)}</span>
        </p>
        {onRemove && (
          <IconButton label={`Eliminar ${nombre}`} onClick={onRemove}>
            <Trash aria-hidden="true" />
          </IconButton>
        )}
      </div>
    </li>
  )
}
