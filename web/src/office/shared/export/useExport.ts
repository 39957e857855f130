import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { showResult } from '../../../ui/ResultPopup.tsx'
import type { downloadFile as DownloadFile, ExportKind, FileCall } from './downloadFile.ts'

export const fileNames: Record<ExportKind, string> = { excel: 'Excel', pdf: 'PDF', print: 'PDF' }

interface RunningExport {
  kind: ExportKind
  /** Tenths of a MB, which limits the redraws. */
  received: number
}

const progressStepBytes = 100_000

/** Runs one export at a time; leaving the screen aborts it, on the server too. */
export function useExport(askFor: (kind: ExportKind) => FileCall) {
  const [running, setRunning] = useState<RunningExport | null>(null)
  const [notice, setNotice] = useState('')
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (kind: ExportKind) => {
    // A second click may arrive before the redraw.
    if (abort.current) return
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setNotice('')
    setRunning({ kind: kind, received: 0 })
    const onProgress = (bytes: number) => {
      const received = Math.floor(bytes / progressStepBytes)
      setRunning((now) => (now && now.received !== received ? { ...now, received } : now))
    }
    const note = await lazyDownloadFile(kind, askFor(kind), signal, onProgress)
    if (signal.aborted) return
    end()
    setNotice(note)
  }
  const end = () => {
    abort.current = null
    setRunning(null)
  }
  return {
    running,
    notice,
    dismiss: () => setNotice(''),
    start: (kind: ExportKind) => void start(kind),
    /** Works while the export's code is loading too. */
    cancel: () => {
      abort.current?.abort()
      end()
    },
  }
}

export type Export = ReturnType<typeof useExport>

/** Loads the code with the first export and shows failures to the user. */
const lazyDownloadFile: typeof DownloadFile = async (kind, request, signal, onProgress) => {
  try {
    const { downloadFile } = await import('./downloadFile.ts')
    return await downloadFile(kind, request, signal, onProgress)
  } catch (error) {
    if (!signal.aborted) showExportError(kind, error)
    return ''
  }
}

/** Ignores 401, after which the login appears. */
function showExportError(kind: ExportKind, failure: unknown) {
  if (failure instanceof ApiError && failure.status === 401) return
  // A field error has its own message.
  const { code = '', campos = {}, message = '' } = failure instanceof ApiError ? failure : {}
  const [cause = message] = Object.values(campos)
  void showResult('error', `Error al generar el ${fileNames[kind]}${code && `: ${cause}`}`)
}
