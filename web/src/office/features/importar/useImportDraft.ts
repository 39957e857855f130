import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { useLayoutEffect, useState } from 'react'
import { getSession, lastSessionEnd, useSession } from '../../../api/session.ts'
import { type ImportDraft, nextId } from './importDraft.ts'

/** Draft of an expired session, restored when the same user logs in again. */
let draftOfEndedSession: { username: string; draft: ImportDraft } | null = null

const forTipo = (draft: ImportDraft, tipo: ImportTipo): ImportDraft => ({
  ...draft,
  tipo,
  id: nextId(),
  sources: null,
  columns: null,
  duplicados: tipo === 'rutas' && draft.duplicados === 'actualizar' ? 'error' : draft.duplicados,
})

/** Holds the chosen file in memory only, null until the user chooses one. */
export function useImportDraft(tipo: ImportTipo | undefined) {
  const username = useSession()?.user.username ?? ''
  const [draft, setDraft] = useState(() =>
    draftOfEndedSession?.username === username ? draftOfEndedSession.draft : null,
  )
  if (draft && tipo && draft.tipo !== tipo) setDraft(forTipo(draft, tipo))
  useLayoutEffect(
    () => () => {
      const ended = getSession() === null && lastSessionEnd() === 'expired'
      draftOfEndedSession = ended && draft ? { username, draft } : null
    },
    [draft, username],
  )
  const change = (part: Partial<ImportDraft>) => setDraft((before) => before && { ...before, ...part })
  return {
    draft,
    change,
    /** Keeps the mapping if the new file has the same columns. */
    choose: (file: File, columns: string | null) =>
      setDraft((before) => {
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
    drop: () => setDraft(null),
  }
}
