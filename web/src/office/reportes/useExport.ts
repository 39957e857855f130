import { useEffect, useRef, useState } from 'react'
import { tell } from '../../ui/ResultPopup.tsx'
import type { takeFile as TakeFile } from './takeFile.ts'
import type { ReportesAddress } from './useReportesAddress.ts'
import { fileNames, type Wanted } from './wanted.ts'

interface Running {
  wanted: Wanted
  /** In tenths of a MB: finer steps would only redraw more often. */
  received: number
}

const tenth = 100_000

/** One export at a time; leaving the screen aborts it, on the server too. */
export function useExport(address: ReportesAddress) {
  const [running, setRunning] = useState<Running | null>(null)
  const [notice, setNotice] = useState('')
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (wanted: Wanted) => {
    // A second click may come before the redraw.
    if (abort.current) return
    const controller = new AbortController()
    abort.current = controller
    setNotice('')
    setRunning({ wanted, received: 0 })
    const onProgress = (bytes: number) => {
      const received = Math.floor(bytes / tenth)
      setRunning((now) => (now && now.received !== received ? { ...now, received } : now))
    }
    const notice = await take(wanted, address, controller.signal, onProgress)
    if (controller.signal.aborted) return
    end()
    setNotice(notice)
  }
  const end = () => {
    abort.current = null
    setRunning(null)
  }
  return {
    running,
    notice,
    dismiss: () => setNotice(''),
    start: (wanted: Wanted) => void start(wanted),
    /** Also works while the export's code is loading. */
    cancel: () => {
      abort.current?.abort()
      end()
    },
  }
}

export type Export = ReturnType<typeof useExport>

/** Loaded with the first export. */
const take: typeof TakeFile = async (...args) => {
  const loaded = await import('./takeFile.ts').catch(() => null)
  if (loaded) return loaded.takeFile(...args)
  const [wanted, , { aborted }] = args
  if (!aborted) void tell('error', `Error al generar el ${fileNames[wanted]}`)
  return ''
}
