import { UploadRow } from './UploadRow.tsx'
import type { useUploads } from './useUploads.ts'

/** The files that are on their way or did not arrive. */
export function UploadList({ uploads, retry, drop }: ReturnType<typeof useUploads>) {
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
