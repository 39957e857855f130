import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { useLayoutEffect, useState } from 'react'
import { getSession, lastSessionEnd, useSession } from '../../../api/session.ts'
import { type ImportDraft, nextId } from './importDraft.ts'

/** Draft of an expired session, restored when the same user logs in again. */
let draftOfEndedSession: { username: string; work: ImportDraft } | null = null

const forTipo = (work: ImportDraft, tipo: ImportTipo): ImportDraft => ({
  ...work,
  tipo,
  id: nextId(),
  sources: null,
  columns: null,
  duplicados: tipo === 'rutas' && work.duplicados === 'actualizar' ? 'error' : work.duplicados,
})

/** Holds the chosen file in memory only, null until the user chooses one. */
export function useImportDraft(tipo: ImportTipo | undefined) {
  const username = useSession()?.user.username ?? ''
  const [draft, setWork] = useState(() =>
    draftOfEndedSession?.username === username ? draftOfEndedSession.work : null,
  )
  if (draft && tipo && draft.tipo !== tipo) setWork(forTipo(draft, tipo))
  useLayoutEffect(
    () => () => {
      const ended = getSession() === null && lastSessionEnd() === 'expired'
      draftOfEndedSession = ended && draft ? { username, work: draft } : null
    },
    [draft, username],
  )
  const change = (part: Partial<ImportDraft>) => setWork((before) => before && { ...before, ...part })
  return {
    work: draft,
    change,
    /** Keeps the mapping if the new file has the same columns. */
    choose: (file: File, columns: string | null) =>
      setWork((before) => {
        if (!tipo) return before
        const fresh: ImportDraft = {
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
