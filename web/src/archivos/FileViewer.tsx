import { formatBytes } from '@flota/contract/core/formatBytes.ts'
import type { Archivo } from '@flota/contract/documents/archivos.ts'
import Download from 'lucide-react/icons/download'
import FileIcon from 'lucide-react/icons/file'
import MoveLeft from 'lucide-react/icons/move-left'
import MoveRight from 'lucide-react/icons/move-right'
import Trash from 'lucide-react/icons/trash'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { useAsyncData } from '../api/useAsyncData.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { showResult } from '../ui/ResultPopup.tsx'
import { useDocumentEvent } from '../ui/useDocumentEvent.ts'
import { downloadUrl, formatTakenAt, isFoto } from './fileTexts.ts'
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
  useDocumentEvent('keydown', ({ key, target }) => {
    const by = arrowSteps[key]
    // A confirmation above has its own keys.
    if (by && target instanceof Element && target.closest('dialog:not([role=alertdialog])')) step(by)
  })
  const { nombre, subido_por, bytes } = open
  return (
    <Modal
      fromTop
      title={nombre}
      onClose={onClose}
      // Fills the screen and is dark in both themes.
      className="grid h-dvh max-h-none w-screen! max-w-none! grid-rows-[auto_minmax(0,1fr)_auto] rounded-none! border-0! bg-[#0a101b]! px-4! py-3! text-frame-strong! [&>h2+div]:contents"
    >
      <div className="grid min-h-0 place-content-center py-3">
        {isFoto(open) ? (
          <FileContent key={open.id} archivo={open} load={load} />
        ) : (
          <p className={noteClass}>
            <FileIcon className="size-16" />
            Un PDF: descárgalo para verlo.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-frame-text">
        <output className="grow basis-64">
          {index + 1} de {archivos.length} · {subido_por} · {formatTakenAt(open, zona)} · {formatBytes(bytes)}
        </output>
        <div className="flex gap-1 *:aria-disabled:opacity-40">
          <IconButton onFrame label="Anterior" aria-disabled={index === 0} onClick={() => step(-1)}>
            <MoveLeft />
          </IconButton>
          <IconButton
            onFrame
            label="Siguiente"
            aria-disabled={index === archivos.length - 1}
            onClick={() => step(1)}
          >
            <MoveRight />
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
            <Download />
          </IconButton>
          {onRemove && (
            <IconButton onFrame label="Eliminar" onClick={() => onRemove(open)}>
              <Trash />
            </IconButton>
          )}
          <Button onClick={onClose}>Cerrar</Button>
        </div>
      </div>
    </Modal>
  )
}

const noteClass = 'grid justify-items-center gap-4 text-center'

function FileContent({ archivo: { id, nombre }, load }: { archivo: Archivo; load: FileContents['load'] }) {
  const { data: url, error, refetch } = useAsyncData(() => load(id))
  if (!error) {
    return url ? (
      <img src={url} alt={nombre} className="max-h-full min-h-0 max-w-full object-contain" />
    ) : (
      <output className="appears-late">Cargando…</output>
    )
  }
  return (
    <p role="alert" className={noteClass}>
      {error.message}
      {/* A file that is missing on the server stays missing. */}
      {!(error instanceof ApiError && error.status === 404) && <Button onClick={refetch}>Reintentar</Button>}
    </p>
  )
}
