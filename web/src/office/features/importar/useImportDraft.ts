import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { useLayoutEffect, useState } from 'react'
import { getSession, lastSessionEnd, useSession } from '../../../api/session.ts'
import { nextId, type Work } from './importDraft.ts'

/** What a session that ended took from the screen, for when the same person is back. */
let left: { username: string; work: Work } | null = null

const ofTipo = (work: Work, tipo: ImportTipo): Work => ({
  ...work,
  tipo,
  id: nextId(),
  sources: null,
  columns: null,
  duplicados: tipo === 'rutas' && work.duplicados === 'actualizar' ? 'error' : work.duplicados,
})

/** The file that is being brought in, null until one is chosen; it stays in this page's memory alone. */
export function useWork(tipo: ImportTipo | undefined) {
  const username = useSession()?.user.username ?? ''
  const [work, setWork] = useState(() => (left?.username === username ? left.work : null))
  if (work && tipo && work.tipo !== tipo) setWork(ofTipo(work, tipo))
  useLayoutEffect(
    () => () => {
      const ended = getSession() === null && lastSessionEnd() === 'expired'
      left = ended && work ? { username, work } : null
    },
    [work, username],
  )
  const change = (part: Partial<Work>) => setWork((before) => before && { ...before, ...part })
  return {
    work,
    change,
    /** What was said of the columns is kept for a file that has the same ones. */
    choose: (file: File, columns: string | null) =>
      setWork((before) => {
        if (!tipo) return before
        const fresh: Work = {
          tipo,
          file,
          id: nextId(),
          hoja: undefined,
          sources: null,
          columns: null,
          duplicados: 'error',
        }
        return before ? { ...before, file, id: fresh.id, columns: columns ?? before.columns } : fresh
      }),
    chooseSheet: (hoja: string) => change({ hoja, id: nextId(), sources: null, columns: null }),
    drop: () => setWork(null),
  }
}
