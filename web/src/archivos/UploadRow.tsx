import { useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { useRestoreFocus } from '../ui/useRestoreFocus.ts'
import { formatBytes } from './fileTexts.ts'
import type { Upload } from './useUploads.ts'

interface Props {
  upload: Upload
  onRetry: () => void
  onDrop: () => void
}

/** A file on its way, or why it did not arrive. */
export function UploadRow({ upload: { file, prepared, part, failure }, onRetry, onDrop }: Props) {
  return (
    <li className="archivo-upload">
      <p>
        <strong>{file.name}</strong>
        <span>
          {formatBytes((prepared?.bytes ?? file).size)}
          {!failure && ` · ${prepared ? `Enviando ${Math.round(part * 100)} %` : 'Preparando…'}`}
        </span>
      </p>
      {failure ? (
        <UploadError name={file.name} failure={failure} onRetry={onRetry} onDrop={onDrop} />
      ) : (
        <progress aria-label={`Enviando ${file.name}`} value={prepared ? part : undefined} />
      )}
    </li>
  )
}

interface UploadErrorProps extends Omit<Props, 'upload'> {
  name: string
  failure: NonNullable<Upload['failure']>
}

function UploadError({ name, failure: { reason, final }, onRetry, onDrop }: UploadErrorProps) {
  const place = useRef<HTMLDivElement>(null)
  useRestoreFocus(place)
  return (
    <div ref={place} className="archivo-failed">
      <p role="alert">{reason}</p>
      {!final && <Button onClick={onRetry}>Reintentar</Button>}
      <Button look="quiet" aria-label={`Quitar ${name}`} onClick={onDrop}>
        Quitar
      </Button>
    </div>
  )
}
