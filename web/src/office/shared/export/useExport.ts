import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { tell } from '../../../ui/ResultPopup.tsx'
import type { ExportKind, FileCall, takeFile as TakeFile } from './downloadFile.ts'

export const fileNames: Record<ExportKind, string> = { excel: 'Excel', pdf: 'PDF', print: 'PDF' }

interface Running {
  wanted: ExportKind
  /** In tenths of a MB: finer steps would only redraw more often. */
  received: number
}

const tenth = 100_000

/** One export at a time of what `askFor` says; leaving the screen aborts it, on the server too. */
export function useExport(askFor: (wanted: ExportKind) => FileCall) {
  const [running, setRunning] = useState<Running | null>(null)
  const [notice, setNotice] = useState('')
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (wanted: ExportKind) => {
    // A second click may come before the redraw.
    if (abort.current) return
    const controller = new AbortController()
    const { signal } = controller
    abort.current = controller
    setNotice('')
    setRunning({ wanted, received: 0 })
    const onProgress = (bytes: number) => {
      const received = Math.floor(bytes / tenth)
      setRunning((now) => (now && now.received !== received ? { ...now, received } : now))
    }
    const further = await take(wanted, askFor(wanted), signal, onProgress)
    if (signal.aborted) return
    end()
    setNotice(further)
  }
  const end = () => {
    abort.current = null
    setRunning(null)
  }
  return {
    running,
    notice,
    dismiss: () => setNotice(''),
    start: (wanted: ExportKind) => void start(wanted),
    /** Also works while the export's code is loading. */
    cancel: () => {
      abort.current?.abort()
      end()
    },
  }
}

export type Export = ReturnType<typeof useExport>

/** Loads the code with the first export; a failure is shown. */
const take: typeof TakeFile = async (wanted, asked, signal, onProgress) => {
  try {
    const { takeFile } = await import('./downloadFile.ts')
    return await takeFile(wanted, asked, signal, onProgress)
  } catch (error) {
    if (!signal.aborted) tellFailure(wanted, error)
    return ''
  }
}

/** Shows the server's sentence; the end of a session is told by the login. */
function tellFailure(wanted: ExportKind, failure: unknown) {
  if (failure instanceof ApiError && failure.status === 401) return
  // A wrong field is told by its own sentence.
  const { code = '', campos = {}, message = '' } = failure instanceof ApiError ? failure : {}
  const [cause = message] = Object.values(campos)
  void tell('error', `Error al generar el ${fileNames[wanted]}${code && `: ${cause}`}`)
}
