import type { Archivo } from '@flota/contract/documents/archivos.ts'
import Download from 'lucide-react/icons/download'
import FileIcon from 'lucide-react/icons/file'
import MoveLeft from 'lucide-react/icons/move-left'
import MoveRight from 'lucide-react/icons/move-right'
import Trash from 'lucide-react/icons/trash'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { showResult } from '../ui/ResultPopup.tsx'
import { downloadUrl, formatBytes, formatTakenAt, isFoto } from './fileTexts.ts'
import type { FileContents } from './useFileContents.ts'

interface Props {
  archivos: readonly Archivo[]
  open: Archivo
  zona: string | undefined
  load: FileContents['load']
  onOpen: (archivo: Archivo) => void
  onRemove: ((archivo: Archivo) => void) | undefined
  onClose: () => void
}

const arrowSteps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** One file in full screen; ← and → show the others, Esc closes. */
export function FileViewer({ archivos, open, zona, load, onOpen, onRemove, onClose }: Props) {
  const index = archivos.findIndex(({ id }) => id === open.id)
  const step = (by: number) => {
    const next = archivos[index + by]
    if (next) onOpen(next)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    const by = arrowSteps[event.key]
    // A confirmation above has its own keys.
    if (by && event.target instanceof Element && event.target.closest('.archivo-viewer')) step(by)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  const { nombre, subido_por, bytes } = open
  return (
    <Modal fromTop title={nombre} onClose={onClose} className="archivo-viewer">
      <FileContent key={open.id} archivo={open} load={load} />
      <div className="archivo-bar">
        <output>
          {index + 1} de {archivos.length} · {subido_por} · {formatTakenAt(open, zona)} · {formatBytes(bytes)}
        </output>
        <div>
          <IconButton onFrame label="Anterior" aria-disabled={index === 0} onClick={() => step(-1)}>
            <MoveLeft aria-hidden="true" />
          </IconButton>
          <IconButton
            onFrame
            label="Siguiente"
            aria-disabled={index === archivos.length - 1}
            onClick={() => step(1)}
          >
            <MoveRight aria-hidden="true" />
          </IconButton>
          <IconButton
            onFrame
            label="Descargar"
            onClick={() =>
              void load(open.id).then(
                (url) => downloadUrl(nombre, url),
                (failure: unknown) => showResult('error', messageOf(failure)),
              )
            }
          >
            <Download aria-hidden="true" />
          </IconButton>
          {onRemove && (
            <IconButton onFrame label="Eliminar" onClick={() => onRemove(open)}>
              <Trash aria-hidden="true" />
            </IconButton>
          )}
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </div>
    </Modal>
  )
}

function FileContent({ archivo, load }: { archivo: Archivo; load: FileContents['load'] }) {
  const [url, setUrl] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const { id, nombre } = archivo
  const isPicture = isFoto(archivo)
  const read = useEffectEvent(() => load(id))
  useEffect(() => {
    if (!isPicture) return
    let isUnmounted = false
    read().then(
      (loaded) => isUnmounted || setUrl(loaded),
      (cause: unknown) => isUnmounted || setFailure(cause),
    )
    return () => {
      isUnmounted = true
    }
  }, [isPicture, attempt])
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return (
    <div className="archivo-contents">
      {!isPicture && (
        <p>
          <FileIcon aria-hidden="true" />
          Un PDF: descárgalo para verlo.
        </p>
      )}
      {isPicture && url && <img src={url} alt={nombre} />}
      {isPicture && !url && !failure && <output className="appears-late">Cargando…</output>}
      {failure !== null && (
        <p role="alert">
          {messageOf(failure)}
          {/* A file that is missing on the server stays missing. */}
          {!(failure instanceof ApiError && failure.status === 404) && (
            <Button onClick={retry}>Reintentar</Button>
          )}
        </p>
      )}
    </div>
  )
}
