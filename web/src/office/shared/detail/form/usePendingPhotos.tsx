import type { Entidad } from '@flota/contract/records/registros.ts'
import { FileText, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { messageOf } from '../../../../api/ApiError.ts'
import { call } from '../../../../api/call.ts'
import { createIdempotencyKey } from '../../../../api/createIdempotencyKey.ts'
import { AddButtons } from '../../../../archivos/AddButtons.tsx'
import { loadPrepareFile } from '../../../../archivos/preparedFile.ts'
import { sendWithProgress } from '../../../../archivos/sendWithProgress.ts'
import { IconButton } from '../../../../ui/Button.tsx'

interface PendingPhoto {
  /** Also its idempotency key. */
  key: string
  file: File
  fromCamera: boolean
}

/** Collects photos for a new record and sends them once it is stored. */
export function usePendingPhotos() {
  const [fotos, setFotos] = useState<readonly PendingPhoto[]>([])
  const latest = useRef(fotos)
  const put = (next: readonly PendingPhoto[]) => {
    latest.current = next
    setFotos(next)
  }
  const [sending, setSending] = useState<string | null>(null)

  /** @throws Error with the message for the user: the record is stored, one photo is not */
  const send = async (entidad: Entidad, entidad_id: number) => {
    // The user may add or remove photos while the record is being stored.
    const sentKeys = new Set<string>()
    for (;;) {
      const next = latest.current.find((foto) => !sentKeys.has(foto.key))
      if (!next) return
      const { key, file, fromCamera } = next
      sentKeys.add(key)
      const { length } = latest.current
      const which = length > 1 ? `${sentKeys.size} de ${length}: ` : ''
      const showProgress = (part: number) => setSending(`Enviando ${which}${Math.round(part * 100)} %`)
      showProgress(0)
      try {
        const { bytes, about } = await (await loadPrepareFile()).prepareFile(file, fromCamera)
        await call('POST /api/archivos', {
          query: { entidad, entidad_id, ...about },
          file: bytes,
          via: sendWithProgress(showProgress),
          idempotencyKey: key,
        })
      } catch (error) {
        throw new Error(
          `Lo escrito se guardó, pero «${file.name}» no: ${messageOf(error)} Ábrelo de nuevo y agrégalo ahí.`,
          { cause: error },
        )
      }
    }
  }
  const add = (files: File[], fromCamera: boolean) =>
    put([...latest.current, ...files.map((file) => ({ key: createIdempotencyKey(), file, fromCamera }))])
  const drop = (key: string) => put(latest.current.filter((foto) => foto.key !== key))
  return {
    touched: fotos.length > 0,
    send,
    field: <PhotosField fotos={fotos} sending={sending} onFiles={add} onDrop={drop} />,
  }
}

interface PhotosFieldProps {
  fotos: readonly PendingPhoto[]
  sending: string | null
  onFiles: (files: File[], fromCamera: boolean) => void
  onDrop: (key: string) => void
}

function PhotosField({ fotos, sending, onFiles, onDrop }: PhotosFieldProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <p id={id} className="font-semibold">
        Foto o PDF
        <span aria-hidden="true" className="font-normal text-muted">
          {' '}
          (opcional)
        </span>
      </p>
      <AddButtons onFiles={onFiles} />
      <ul className="grid gap-1 empty:hidden">
        {fotos.map(({ key, file: { name } }) => (
          <li key={key} className="flex items-center gap-2 rounded-ui border border-line pl-3">
            <FileText aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <IconButton label={`Quitar ${name}`} onClick={() => onDrop(key)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <output className="text-sm text-muted">{sending}</output>
    </div>
  )
}
